// nocrouter_pins -- NoCRouter's router (agalimberti/NoCRouter) with plain pins: its ports are
// interfaces, which no simulator takes as the pins of a top. A VC of it takes a head only when the
// tail before has left, which it tells by a pulse; here ready is 0 meanwhile.

module nocrouter_pins import noc_params::*; #(
  parameter int X = 0,
  parameter int Y = 0
) (
  input  logic                              clk,
  input  logic                              rst,
  // local, north, south, west, east
  input  flit_t [PORT_NUM-1:0]              flit_i,
  input  logic  [PORT_NUM-1:0]              valid_i,
  output logic  [PORT_NUM-1:0][VC_NUM-1:0]  ready_o,
  output flit_t [PORT_NUM-1:0]              flit_o,
  output logic  [PORT_NUM-1:0]              valid_o,
  input  logic  [PORT_NUM-1:0][VC_NUM-1:0]  ready_i,
  output logic  [VC_NUM-1:0]                error_o [PORT_NUM-1:0]
);

  router2router up [PORT_NUM] ();    // what the router sends
  router2router down [PORT_NUM] ();  // what it takes

  logic [PORT_NUM-1:0][VC_NUM-1:0] closed, waiting;

  for (genvar p = 0; p < PORT_NUM; p++) begin : gen_port
    assign down[p].data     = flit_i[p];
    assign down[p].is_valid = valid_i[p] && ready_o[p][flit_i[p].vc_id];
    assign ready_o[p]       = down[p].is_on_off & ~closed[p];
    assign flit_o[p]        = up[p].data;
    assign valid_o[p]       = up[p].is_valid;
    assign up[p].is_on_off  = ready_i[p];
    assign up[p].is_allocatable = waiting[p] & ready_i[p];

    always_ff @(posedge clk) begin
      if (rst) begin
        closed[p]  <= '0;
        waiting[p] <= '0;
      end else begin
        for (int v = 0; v < VC_NUM; v++) begin
          if (down[p].is_allocatable[v]) closed[p][v] <= 0;
          if (ready_i[p][v]) waiting[p][v] <= 0;
        end
        if (down[p].is_valid && flit_i[p].flit_label inside {TAIL, HEADTAIL})
          closed[p][flit_i[p].vc_id] <= 1;
        if (valid_o[p] && flit_o[p].flit_label inside {TAIL, HEADTAIL})
          waiting[p][flit_o[p].vc_id] <= 1;
      end
    end
  end

  router #(.X_CURRENT(X), .Y_CURRENT(Y)) u_router (
    .clk,
    .rst,
    .router_if_local_up   (up[0]),
    .router_if_north_up   (up[1]),
    .router_if_south_up   (up[2]),
    .router_if_west_up    (up[3]),
    .router_if_east_up    (up[4]),
    .router_if_local_down (down[0]),
    .router_if_north_down (down[1]),
    .router_if_south_down (down[2]),
    .router_if_west_down  (down[3]),
    .router_if_east_down  (down[4]),
    .error_o
  );

endmodule
