// esp_pins -- ESP's router (sld-columbia/esp) with valid and ready in the place of void and stop.

module esp_pins (
  input  logic        clk,
  input  logic        rst,
  input  logic [3:0]  position,  // y, x
  input  logic [65:0] data_n_in, data_s_in, data_w_in, data_e_in, data_p_in,
  input  logic [4:0]  valid_in,
  output logic [4:0]  ready_out,
  output logic [65:0] data_n_out, data_s_out, data_w_out, data_e_out, data_p_out,
  output logic [4:0]  valid_out,
  input  logic [4:0]  ready_in
);

  logic [4:0] void_out, stop_out;

  assign valid_out = ~void_out;
  assign ready_out = ~stop_out;

  lookahead_router #(.DataWidth(64)) u_router (
    .*,
    .data_void_in  (~valid_in),
    .stop_out      (stop_out),
    .data_void_out (void_out),
    .stop_in       (~ready_in)
  );

endmodule
