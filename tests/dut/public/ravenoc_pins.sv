// ravenoc_pins -- RaveNoC's router (aignacio/ravenoc) with plain pins: its ports are interfaces,
// which no simulator takes as the pins of a top.

module ravenoc_pins import amba_axi_pkg::*, ravenoc_pkg::*; #(
  parameter int Row = 0,
  parameter int Column = 0
) (
  input  logic                             clk,
  input  logic                             arst,
  // north, south, west, east, local
  input  logic [4:0][FlitWidth-1:0]        flit_i,
  input  logic [4:0][VcWidth-1:0]          vc_i,
  input  logic [4:0]                       valid_i,
  output logic [4:0]                       ready_o,
  output logic [4:0][FlitWidth-1:0]        flit_o,
  output logic [4:0][VcWidth-1:0]          vc_o,
  output logic [4:0]                       valid_o,
  input  logic [4:0]                       ready_i
);

  router_if send [5] ();
  router_if take [5] ();

  for (genvar p = 0; p < 5; p++) begin : gen_port
    assign take[p].req  = '{fdata: flit_i[p], vc_id: vc_i[p], valid: valid_i[p]};
    assign ready_o[p]   = take[p].resp.ready;
    assign flit_o[p]    = send[p].req.fdata;
    assign vc_o[p]      = send[p].req.vc_id;
    assign valid_o[p]   = send[p].req.valid;
    assign send[p].resp = ready_i[p];
  end

  router_ravenoc #(.ROUTER_X_ID(XWidth'(Row)), .ROUTER_Y_ID(YWidth'(Column))) u_router (
    .clk,
    .arst,
    .north_send     (send[0]),
    .north_recv     (take[0]),
    .south_send     (send[1]),
    .south_recv     (take[1]),
    .west_send      (send[2]),
    .west_recv      (take[2]),
    .east_send      (send[3]),
    .east_recv      (take[3]),
    .local_send     (send[4]),
    .local_recv     (take[4]),
    .full_wr_fifo_o ()
  );

endmodule
