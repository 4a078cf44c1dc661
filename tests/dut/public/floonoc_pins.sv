// floonoc_pins -- FlooNoC's router (pulp-platform/FlooNoC) with the types that are its parameters,
// which a map cannot give: five ports, one virtual channel, XY routing.

module floonoc_pins import floo_pkg::*; (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [3:0]        x,
  input  logic [3:0]        y,
  // north, east, south, west, local; {y, x, last, payload}
  input  logic [4:0]        valid_i,
  output logic [4:0]        ready_o,
  input  logic [4:0][72:0]  flit_i,
  output logic [4:0]        valid_o,
  input  logic [4:0]        ready_i,
  output logic [4:0][72:0]  flit_o
);

  typedef struct packed {
    logic [3:0] x;
    logic [3:0] y;
    logic       port_id;
  } id_t;
  typedef struct packed {
    id_t         dst_id;
    logic        last;
    collect_op_e collective_op;
  } hdr_t;
  typedef struct packed {
    hdr_t        hdr;
    logic [63:0] payload;
  } flit_t;

  flit_t [4:0] data_i, data_o;
  for (genvar p = 0; p < 5; p++) begin : gen_port
    assign data_i[p] = '{
      hdr:     '{dst_id: '{x: flit_i[p][68:65], y: flit_i[p][72:69], port_id: '0},
                 last: flit_i[p][64], collective_op: Unicast},
      payload: flit_i[p][63:0]
    };
    assign flit_o[p] = {data_o[p].hdr.dst_id.y, data_o[p].hdr.dst_id.x, data_o[p].hdr.last,
                        data_o[p].payload};
  end

  floo_router #(
    .NumRoutes       (5),
    .NumVirtChannels (1),
    .InFifoDepth     (2),
    .OutFifoDepth    (2),
    .RouteAlgo       (XYRouting),
    .id_t            (id_t),
    .flit_t          (flit_t),
    .hdr_t           (hdr_t)
  ) u_router (
    .clk_i,
    .rst_ni,
    .test_enable_i  (1'b0),
    .xy_id_i        ('{x: x, y: y, port_id: '0}),
    .id_route_map_i ('0),
    .valid_i,
    .ready_o,
    .data_i,
    .credit_o       (),
    .valid_o,
    .ready_i,
    .data_o,
    .credit_i       ('0),
    .offload_req_o  (),
    .offload_rsp_i  ('0)
  );

endmodule
