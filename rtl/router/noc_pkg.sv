// noc_pkg -- what the units share: flit kinds, packet types, routings, the layout of a packet's
// head, and the arbiters' choices. docs/microarchitecture.md, sections 1 to 3 and 5.
//
// The head of a packet, least significant bit first; <field>_lsb() says where a field starts:
//
//   type | destination | length | source | message | network ..
//   4      AddrW         LenW     AddrW    MsgW      NetW
//
//   .. slot, operands | headers | route | age
//      CodeW            HdrW      LookW   AgeW
//
// Data goes from HeadBits up. The route is {class, port}, at the router that the head comes to.
//
// Golden model: csim/shape/packet.c.

package noc_pkg;

  typedef enum logic [1:0] {
    KindBody   = 2'd0,
    KindHead   = 2'd1,  // bit 0: first flit of a packet
    KindTail   = 2'd2,  // bit 1: last flit
    KindSingle = 2'd3
  } kind_e;

  typedef enum logic [3:0] {
    TypeUnicast       = 4'd0,
    TypeCoded         = 4'd1,
    TypeSourceRouted  = 4'd2,
    TypePathWorm      = 4'd3,
    TypeTreeWorm      = 4'd4,
    TypeForwarded     = 4'd5,
    TypeForwardedLast = 4'd6  // the receiver passes it on to nobody
  } type_e;

  // The commands to the XOR coding unit: section 13.
  typedef enum logic [1:0] {
    CommandOpen = 2'd0,
    CommandXor  = 2'd1,
    CommandLoad = 2'd2
  } command_e;

  // Which unit computes the routes: section 6.
  typedef enum int unsigned {
    RoutingMesh      = 0,
    RoutingTorus     = 1,
    RoutingHypercube = 2,
    RoutingOctagon   = 3,
    RoutingH3dm      = 4,
    RoutingTable     = 5,
    RoutingSource    = 6
  } routing_e;

  // HdrW: bits of the number of header flits in the head of a packet that may be copied.
  /* verilator lint_off UNUSEDPARAM */
  localparam int unsigned HeaderBits = 7;
  /* verilator lint_on UNUSEDPARAM */

  // The destination starts at bit 4.
  function automatic int unsigned length_lsb(input int unsigned addr_bits);
    length_lsb = 4 + addr_bits;
  endfunction

  function automatic int unsigned source_lsb(input int unsigned addr_bits,
                                             input int unsigned len_bits);
    source_lsb = 4 + addr_bits + len_bits;
  endfunction

  function automatic int unsigned message_lsb(input int unsigned addr_bits,
                                              input int unsigned len_bits);
    message_lsb = 4 + 2 * addr_bits + len_bits;
  endfunction

  function automatic int unsigned network_lsb(input int unsigned addr_bits,
                                              input int unsigned len_bits,
                                              input int unsigned msg_bits);
    network_lsb = 4 + 2 * addr_bits + len_bits + msg_bits;
  endfunction

  // Only with an XOR coding unit: slot, then the names of operands a and b.
  function automatic int unsigned slot_lsb(input int unsigned addr_bits,
                                           input int unsigned len_bits,
                                           input int unsigned msg_bits,
                                           input int unsigned net_bits);
    slot_lsb = 4 + 2 * addr_bits + len_bits + msg_bits + net_bits;
  endfunction

  // Only with routers that copy packets: the number of header flits that follow. code_bits is
  // CodeW, 0 without an XOR coding unit.
  function automatic int unsigned headers_lsb(input int unsigned addr_bits,
                                              input int unsigned len_bits,
                                              input int unsigned msg_bits,
                                              input int unsigned net_bits,
                                              input int unsigned code_bits);
    headers_lsb = slot_lsb(addr_bits, len_bits, msg_bits, net_bits) + code_bits;
  endfunction

  // LookW: bits of the route that a head carries. port_bits is clog2 of the router's ports,
  // class_bits ClassW. (6 is RoutingSource: Yosys does not take the name in such a function.)
  function automatic int unsigned look_bits(input int unsigned lookahead,
                                            input int unsigned routing,
                                            input int unsigned port_bits,
                                            input int unsigned class_bits);
    look_bits = (lookahead == 1 && routing != 6) ? class_bits + port_bits : 0;
  endfunction

  // LateRoutes: 1: what follows from a row of the routing table comes a cycle after the head, since
  // the table is read at the clock edge, as the flit memories are. (5 is RoutingTable.)
  function automatic int unsigned late_routes(input int unsigned sync_read,
                                              input int unsigned routing,
                                              input int unsigned multicast);
    late_routes = (sync_read == 1 && routing == 5 && multicast == 0) ? 1 : 0;
  endfunction

  // HeadBits: data starts. code_bits is CodeW + HdrW + LookW + AgeW: 0 without an XOR coding unit,
  // 0 where no packets are copied, 0 without lookahead, 0 without ages. The age is in the uppermost
  // AgeW of these bits, the route in the LookW below it.
  function automatic int unsigned head_bits(input int unsigned addr_bits,
                                            input int unsigned len_bits,
                                            input int unsigned msg_bits,
                                            input int unsigned net_bits,
                                            input int unsigned code_bits);
    head_bits = slot_lsb(addr_bits, len_bits, msg_bits, net_bits) + code_bits;
  endfunction

  // The number of the one bit of a mask that is set.
  function automatic logic [3:0] number_of(input logic [15:0] onehot);
    number_of = {(onehot & 16'hff00) != 16'd0, (onehot & 16'hf0f0) != 16'd0,
                 (onehot & 16'hcccc) != 16'd0, (onehot & 16'haaaa) != 16'd0};
  endfunction

  // Round robin from ptr: the number of the first set bit of req in the order ptr, .. 15, 0, .. ;
  // requests of fewer than 16 leave the upper bits 0. Meaningless without a request.
  function automatic logic [3:0] rr_pick(input logic [15:0] req, input logic [3:0] ptr);
    logic [15:0] ahead;  // requests at or after the pointer
    logic [15:0] pool;   // those, else all (wrap around)
    logic [15:0] low;    // the lowest of the pool, one-hot
    ahead   = req & (16'hffff << ptr);
    pool    = (ahead != 16'd0) ? ahead : req;
    low     = pool & (~pool + 16'd1);
    rr_pick = number_of(low);
  endfunction

  // The pointer after a winner of n requesters: the one after it, in the order 0, .. n-1, 0.
  function automatic logic [3:0] rr_next(input logic [3:0] winner, input int unsigned n);
    rr_next = (32'(winner) == n - 1) ? 4'd0 : winner + 4'd1;
  endfunction

  // Least recently granted. Row i of an order says who goes before requester i, a bit each; so the
  // winner is the one requester of whose row nobody asks.
  function automatic logic lrg_first(input logic [15:0] req, input logic [15:0] row);
    lrg_first = (req & row) == 16'd0;
  endfunction

  // Row i at reset: lower numbers go first.
  function automatic logic [15:0] lrg_reset(input int unsigned i);
    lrg_reset = 16'((32'd1 << i) - 32'd1);
  endfunction

  // Row i of n after the winner, one-hot, went last.
  function automatic logic [15:0] lrg_next(input logic [15:0] row, input logic [3:0] i,
                                           input logic [15:0] winner, input int unsigned n);
    lrg_next = (winner[i] ? 16'((32'd1 << n) - 32'd1) : row) & ~winner;
  endfunction

  // Row i of n after all winners, any number of them, went last in the order in which they stood.
  function automatic logic [15:0] lrg_last(input logic [15:0] row, input logic [3:0] i,
                                           input logic [15:0] winners, input int unsigned n);
    lrg_last = winners[i] ? (row | ~winners) & 16'((32'd1 << n) - 32'd1) : row & ~winners;
  endfunction

  // Round robin from ptr as such an order: row i of n. The rule of rr_pick, for who has the pointer
  // before the requests.
  function automatic logic [15:0] rr_row(input int unsigned i, input logic [3:0] ptr,
                                         input int unsigned n);
    rr_row = '0;
    for (int unsigned j = 0; j < n; j++) begin
      if (j < i) rr_row[j] = 32'(ptr) <= j || 32'(ptr) > i;
      if (j > i) rr_row[j] = 32'(ptr) <= j && 32'(ptr) > i;
    end
  endfunction

  // Age x is older than y: on a circle of 2^bits cycles it lies before y. Never with bits = 0.
  function automatic logic older(input logic [31:0] x, input logic [31:0] y,
                                 input int unsigned bits);
    older = 1'((x - y) >> (bits - 1));
  endfunction

endpackage
// SPDX-License-Identifier: MIT
