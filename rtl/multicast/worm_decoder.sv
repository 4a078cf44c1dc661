// worm_decoder -- to which output ports a packet goes, from the flits on one input link.
//
// A packet that is no worm is routed with its head. The branches of a tree worm are known when the
// last flit of its string is in: the ports that the worm table says are hit, or one port upwards.
// Those of a path worm with its first header flit: the ports of the first pair's mask, if this is
// the router of its node, else the way there. They are written once a packet, as a branch entry at
// the slot of its head.
//
//   tree worm of two header flits      H    x0   x1   B    T
//   w_type                             0    1    1    0    0
//   w_word                                  0    1    2    2
//   entry written                                ^
//
// Lookahead = 1: the head of a packet that is no worm brings its route along, and is written with
// that at the next router. A worm's head brings none, and is written as it came: its branches are
// found here. So the routing unit finds the route at a neighbour for heads, and the one at this
// router for path worms; by tables it is the row that says which.
//
//   pair of a path worm     {class, mask, address}, address lowest; consumed: the flit >> PairW
//
// Golden model: csim/multicast/worm_decoder.c.  docs/microarchitecture.md, section 15.2.

module worm_decoder #(
  parameter  int unsigned Ports      = 5,
  parameter  int unsigned Vcs        = 4,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned FlitBits   = 64,
  parameter  int unsigned CutThrough = 1,
  parameter  int unsigned Networks   = 1,
  parameter  int unsigned Classes    = 1,
  parameter  int unsigned Routing    = noc_pkg::RoutingMesh,
  parameter  int unsigned Dims       = 2,
  parameter  int unsigned DigitW     = 3,
  parameter  int unsigned LocalW     = 0,
  parameter  int unsigned LenW       = 4,
  parameter  int unsigned LayersLog2 = 0,   // of the h3dm
  parameter  int unsigned Groups     = 1,   // of the table, as Adaptive
  parameter  int unsigned Adaptive   = 0,
  parameter  int unsigned StringBits = 16,  // nodes of the network; 0: no tree worms
  parameter  int unsigned Planes     = 1,   // of the worm table
  parameter  int unsigned HeadersLsb = 30,  // of the number of header flits in a head
  parameter  int unsigned AgeW       = 0,   // bits of a packet's age; 0: none
  parameter  int unsigned AgeLsb     = 0,   // its place in a head
  parameter  int unsigned Lookahead  = 0,   // 1: heads of packets that are no worms carry routes
  parameter  int unsigned LookLsb    = 0,   // .. here
  localparam int unsigned AddrW      = (Dims * DigitW + LocalW > 0) ? Dims * DigitW + LocalW : 1,
  localparam int unsigned PortW      = (Ports > 1) ? $clog2(Ports) : 1,
  localparam int unsigned VcW        = (Vcs > 1) ? $clog2(Vcs) : 1,
  localparam int unsigned PtrW       = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned CntW       = $clog2(Depth + 1),
  localparam int unsigned SlotW      = (Vcs * Depth > 1) ? $clog2(Vcs * Depth) : 1,
  localparam int unsigned ClassW     = (Classes > 1) ? $clog2(Classes + 1) : 0,
  localparam int unsigned ClassPinW  = (ClassW > 0) ? ClassW : 1,
  localparam int unsigned GroupW     = (Groups > 1) ? $clog2(Groups) : 1,
  localparam int unsigned RoomW      = CntW + $clog2(Vcs + 1),
  localparam int unsigned Sums       = (Classes > 1) ? Classes + 1 : 1,  // of an output and network
  localparam int unsigned HdrW       = noc_pkg::HeaderBits,
  localparam int unsigned AgePinW    = (AgeW > 0) ? AgeW : 1,
  localparam int unsigned LookW      = noc_pkg::look_bits(Lookahead, Routing, PortW, ClassW)
) (
  input  logic                        clk_i,
  input  logic                        rst_i,             // synchronous, active high

  input  logic                        in_valid_i,        // link: a flit
  input  logic [VcW-1:0]              in_vc_i,
  input  logic [1:0]                  in_kind_i,
  input  logic [FlitBits-1:0]         in_payload_i,
  input  logic [Vcs*PtrW-1:0]         in_wr_i,           // write positions of the queues
  input  logic [AddrW-1:0]            addr_i,            // the router's address (static)
  input  logic [AddrW-1:0]            extent_i,          // the highest coordinates (static)
  input  logic [PortW-1:0]            index_i,           // number of this port (static)
  input  logic [Ports-1:0]            local_i,           // bit o: port o leads to a node (static)
  input  logic [GroupW-1:0]           group_i,           // arrival group of in_vc; 0 without tables
  input  logic [Ports-1:0]            tbl_candidates_i,  // row of ask_dst, with a table ..
  input  logic [ClassPinW-1:0]        tbl_class_i,       // .. and its class
  input  logic [Ports*Networks*Sums*RoomW-1:0] room_i,   // credits, by output, network and class
  // Only with lookahead by addresses: of the router behind output o.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [Ports*AddrW-1:0]      neighbour_i,       // (static)
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [Planes*Ports-1:0]     hit_i,             // worm table: ports that the flit hits
  input  logic                        rest_i,            // .. it has a bit that no port reaches
  input  logic [Ports-1:0]            up_ports_i,        // .. where it then goes
  // A decoder with one class reads neither of these two.
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [ClassPinW-1:0]        up_class_i,        // .. and the class there
  input  logic [Planes*ClassPinW-1:0] plane_class_i,     // .. class of plane p
  /* verilator lint_on UNUSEDSIGNAL */

  output logic                        ask_route_o,       // the flit needs a route ..
  output logic [AddrW-1:0]            ask_dst_o,         // .. to this address; 0 if not
  output logic                        dec_valid_o,       // it is a header flit of a tree worm ..
  output logic [GroupW-1:0]           dec_group_o,       // .. of this arrival group,
  output logic [HdrW-1:0]             dec_word_o,        // .. its number; 0 if not
  output logic [FlitBits-1:0]         wr_payload_o,      // for the buffer; 0 without a flit
  output logic                        br_wr_en_o,        // a branch entry; the rest 0 if none:
  output logic [SlotW-1:0]            br_wr_slot_o,      // slot of its packet's head
  output logic [Ports-1:0]            br_wr_ports_o,
  output logic [Ports*ClassPinW-1:0]  br_wr_class_o,     // by port; 0 at ports not in it
  output logic [CntW-1:0]             br_wr_need_o,
  output logic [GroupW-1:0]           br_wr_group_o,
  output logic [2:0]                  br_wr_flags_o,     // {drop, up, string}
  output logic [AgePinW-1:0]          br_wr_age_o,       // 0 with AgeW = 0, as w_age

  output logic [Vcs*2-1:0]            w_type_o,          // state: 1 a tree worm, 2 a path worm
  output logic [Vcs*PtrW-1:0]         w_slot_o,          // state: position of its head
  output logic [Vcs*HdrW-1:0]         w_word_o,          // state: its header flits that have come
  output logic [Vcs*CntW-1:0]         w_need_o,          // state: its flits
  output logic [Vcs*GroupW-1:0]       w_group_o,         // state: its arrival group
  output logic [Vcs*AgePinW-1:0]      w_age_o,           // state: its age
  output logic [Vcs*Planes*Ports-1:0] w_hit_o,           // state: ports hit, by plane
  output logic [Vcs-1:0]              w_rest_o           // state: it has a node no port reaches
);

  localparam int unsigned Words     = (StringBits > FlitBits)
                                          ? (StringBits + FlitBits - 1) / FlitBits : 1;
  localparam int unsigned PairW     = AddrW + Ports + ClassW;
  localparam int unsigned LengthLsb = noc_pkg::length_lsb(AddrW);
  localparam int unsigned LookPinW  = (LookW > 0) ? LookW : 1;

  if (CutThrough > 1 || LenW < 1 || LenW > 10 || LengthLsb + LenW > FlitBits ||
      HeadersLsb + HdrW > FlitBits) begin : gen_bad_shape
    $error("worm_decoder: CutThrough must be 0 or 1, LenW 1 to 10; FlitBits must hold the head");
  end
  if (AgeW != 0 && (AgeW < 4 || AgeW > 32 || AgeLsb + AgeW > FlitBits)) begin : gen_bad_age
    $error("worm_decoder: AgeW must be 0 or 4 to 32, and FlitBits hold the age");
  end
  if (Routing == noc_pkg::RoutingSource) begin : gen_bad_routing
    $error("worm_decoder: no source routing");
  end
  if (Lookahead > 1 || (Lookahead == 1 && Adaptive != 0) || LookLsb + LookW > FlitBits)
  begin : gen_bad_look
    $error("worm_decoder: Lookahead must be 0 or 1, and 0 with Adaptive; FlitBits hold the route");
  end

  logic                       first;     // the flit is a packet's first
  logic                       worm;      // .. of a worm
  logic                       plain;     // .. of another packet
  logic                       tree;      // it is a header flit of a tree worm
  logic                       path;      // it is the first header flit of a path worm
  logic                       complete;  // it is the last header flit of its string
  logic                       rest;      // no port reaches all of that
  logic [Planes*Ports-1:0]    hit;       // ports hit, with this flit
  logic [CntW-1:0]            need;      // of a head: flits of the packet
  logic [AddrW-1:0]           unit_addr; // the routing unit's: address of the router
  logic [PortW-1:0]           unit_port; // .. and route there, of a worm upwards as well
  logic [ClassPinW-1:0]       unit_class;
  logic [PortW-1:0]           port;      // route at this router
  logic [ClassPinW-1:0]       vc_class;
  logic [ClassPinW-1:0]       up_class;  // of a worm upwards; 0 with one class
  logic [Ports-1:0]           way;       // that port, one-hot
  logic [ClassPinW-1:0]       way_class; // and its class
  logic                       here;      // the node of the first pair is at this router
  logic                       used;      // that is the flit's only pair
  logic [Ports-1:0]           pair_ports;
  logic [ClassPinW-1:0]       pair_class;
  logic [FlitBits-1:0]        shifted;   // the flit without its first pair
  logic                       write;     // the entry: ports and classes
  logic [Ports-1:0]           ports;
  logic [Ports*ClassPinW-1:0] classes;
  logic [2:0]                 flags;
  logic [PtrW-1:0]            position;  // of its head

  assign first = in_valid_i && in_kind_i[0];
  assign worm  = first && (in_payload_i[3:0] == noc_pkg::TypeTreeWorm ||
                           in_payload_i[3:0] == noc_pkg::TypePathWorm);
  assign plain = first && !worm;
  assign tree  = in_valid_i && !in_kind_i[0] && w_type_o[32'(in_vc_i)*2];
  assign path  = in_valid_i && !in_kind_i[0] && w_type_o[32'(in_vc_i)*2 + 1];

  if (CutThrough == 1) begin : gen_whole
    assign need = CntW'(32'(in_payload_i[LengthLsb +: LenW]) +
                        32'(in_payload_i[HeadersLsb +: HdrW]));
  end else begin : gen_one
    assign need = CntW'(1);
  end

  // The flit asks the tables with these: for the route to an address, or for a word of a string.
  assign ask_route_o = path || plain;
  assign ask_dst_o   = path ? in_payload_i[AddrW-1:0]
                     : ask_route_o ? in_payload_i[4 +: AddrW] : '0;
  assign dec_valid_o = tree;
  assign dec_group_o = tree ? w_group_o[32'(in_vc_i)*GroupW +: GroupW] : '0;
  assign dec_word_o  = tree ? w_word_o[32'(in_vc_i)*HdrW +: HdrW] : '0;

  assign up_class = (Classes > 1) ? up_class_i : '0;

  route_unit #(
    .Ports(Ports), .Vcs(Vcs), .Depth(Depth), .Networks(Networks), .Classes(Classes),
    .Routing(Routing), .Dims(Dims), .DigitW(DigitW), .LocalW(LocalW), .LayersLog2(LayersLog2),
    .Adaptive(Adaptive)
  ) u_route (
    .vc_i(in_vc_i), .dst_i(ask_dst_o), .addr_i(unit_addr), .extent_i, .index_i,
    .tbl_candidates_i(tree ? up_ports_i : tbl_candidates_i),
    .tbl_class_i(tree ? up_class : tbl_class_i), .room_i,
    .port_o(unit_port), .vc_class_o(unit_class)
  );

  if (LookW > 0) begin : gen_ahead
    logic [PortW-1:0]     look_port;   // the route that a head has brought
    logic [ClassPinW-1:0] look_class;

    assign look_port = in_payload_i[LookLsb +: PortW];
    if (Classes > 1) begin : gen_look_class
      assign look_class = in_payload_i[LookLsb + PortW +: ClassPinW];
    end else begin : gen_look_port
      assign look_class = '0;
    end
    assign unit_addr = plain ? neighbour_i[32'(look_port)*AddrW +: AddrW] : addr_i;
    assign port      = plain ? look_port : unit_port;
    assign vc_class  = plain ? look_class : unit_class;
  end else begin : gen_destination
    assign unit_addr        = addr_i;
    assign {vc_class, port} = {unit_class, unit_port};
  end

  // Upwards with a table: chosen among the candidates like any other route.
  if (Routing == noc_pkg::RoutingTable) begin : gen_chosen
    assign way       = Ports'(1) << port;
    assign way_class = vc_class;
  end else begin : gen_lowest
    assign way       = tree ? up_ports_i & (~up_ports_i + 1'b1) : Ports'(1) << port;
    assign way_class = tree ? up_class : vc_class;
  end

  // The first pair of a path worm. A flit that is too narrow for one never comes.
  if (PairW <= FlitBits) begin : gen_pair
    assign here       = (way & local_i) != '0;
    assign pair_ports = in_payload_i[AddrW +: Ports];
    assign shifted    = in_payload_i >> PairW;
    if (ClassW > 0) begin : gen_class
      assign pair_class = in_payload_i[AddrW + Ports +: ClassPinW];
    end else begin : gen_no_class
      assign pair_class = '0;
    end
    if (2 * PairW <= FlitBits) begin : gen_second
      assign used = shifted[AddrW +: Ports] == '0;
    end else begin : gen_only
      assign used = 1'b1;
    end
  end else begin : gen_no_pair
    assign {here, pair_ports, shifted, pair_class, used} = '0;
  end

  always_comb begin
    wr_payload_o = !in_valid_i ? '0 : (path && here && !used) ? shifted : in_payload_i;
    if (LookW > 0 && plain) wr_payload_o[LookLsb +: LookPinW] = LookPinW'({unit_class, unit_port});
  end

  // The entry.
  assign hit      = w_hit_o[32'(in_vc_i)*Planes*Ports +: Planes*Ports] | hit_i;
  assign rest     = w_rest_o[in_vc_i] || rest_i;
  assign complete = tree && 32'(dec_word_o) == Words - 1;
  assign write    = ask_route_o || complete;

  always_comb begin
    ports    = '0;
    classes  = '0;
    flags    = '0;
    position = '0;
    if (write) begin
      position = first ? in_wr_i[32'(in_vc_i)*PtrW +: PtrW] : w_slot_o[32'(in_vc_i)*PtrW +: PtrW];
      flags    = {path && here && used, complete && rest, complete};
      if (complete && !rest) begin
        for (int unsigned p = 0; p < Planes; p++) begin  // the first plane with a hit
          for (int unsigned o = 0; o < Ports; o++) begin
            if (Classes > 1 && hit[p*Ports + o] && !ports[o]) begin
              classes[o*ClassPinW +: ClassPinW] = plane_class_i[p*ClassPinW +: ClassPinW];
            end
          end
          ports = ports | hit[p*Ports +: Ports];
        end
      end else if (path && here) begin
        ports = pair_ports;
        for (int unsigned o = 0; o < Ports; o++) begin
          if (Classes > 1 && pair_ports[o]) begin
            classes[o*ClassPinW +: ClassPinW] = local_i[o] ? ClassPinW'(Classes) : pair_class;
          end
        end
      end else begin
        ports = way;
        for (int unsigned o = 0; o < Ports; o++) begin
          if (Classes > 1 && way[o]) classes[o*ClassPinW +: ClassPinW] = way_class;
        end
      end
    end
  end

  assign br_wr_en_o    = write;
  assign br_wr_slot_o  = write ? SlotW'(32'(in_vc_i) * Depth + 32'(position)) : '0;
  assign br_wr_ports_o = ports;
  assign br_wr_class_o = classes;
  assign br_wr_need_o  = !write ? '0 : first ? need : w_need_o[32'(in_vc_i)*CntW +: CntW];
  assign br_wr_group_o = !write ? '0 : first ? group_i : w_group_o[32'(in_vc_i)*GroupW +: GroupW];
  assign br_wr_flags_o = flags;

  if (AgeW > 0) begin : gen_age
    assign br_wr_age_o = !write ? '0
                       : first  ? in_payload_i[AgeLsb +: AgeW]
                                : w_age_o[32'(in_vc_i)*AgeW +: AgeW];

    always_ff @(posedge clk_i) begin
      if (rst_i) w_age_o <= '0;
      else if (worm) w_age_o[32'(in_vc_i)*AgeW +: AgeW] <= in_payload_i[AgeLsb +: AgeW];
    end
  end else begin : gen_no_age
    assign {br_wr_age_o, w_age_o} = '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      w_type_o  <= '0;
      w_slot_o  <= '0;
      w_word_o  <= '0;
      w_need_o  <= '0;
      w_group_o <= '0;
      w_hit_o   <= '0;
      w_rest_o  <= '0;
    end else if (worm) begin
      w_type_o[32'(in_vc_i)*2 +: 2] <=
          (in_payload_i[3:0] == noc_pkg::TypeTreeWorm) ? 2'd1 : 2'd2;
      w_slot_o[32'(in_vc_i)*PtrW +: PtrW]                  <= in_wr_i[32'(in_vc_i)*PtrW +: PtrW];
      w_word_o[32'(in_vc_i)*HdrW +: HdrW]                  <= '0;
      w_need_o[32'(in_vc_i)*CntW +: CntW]                  <= need;
      w_group_o[32'(in_vc_i)*GroupW +: GroupW]             <= group_i;
      w_hit_o[32'(in_vc_i)*Planes*Ports +: Planes*Ports]   <= '0;
      w_rest_o[in_vc_i]                                    <= 1'b0;
    end else if (tree || path) begin
      w_word_o[32'(in_vc_i)*HdrW +: HdrW] <= w_word_o[32'(in_vc_i)*HdrW +: HdrW] + 1'b1;
      if (tree) begin
        w_hit_o[32'(in_vc_i)*Planes*Ports +: Planes*Ports] <= hit;
        w_rest_o[in_vc_i]                                  <= rest;
      end
      if (complete || path) w_type_o[32'(in_vc_i)*2 +: 2] <= 2'd0;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (!rst_i && in_valid_i) begin
      a_vc:      assert (32'(in_vc_i) < Vcs);
      a_between: assert (!in_kind_i[0] || w_type_o[32'(in_vc_i)*2 +: 2] == 2'd0);
      a_length:  assert (!in_kind_i[1] || !(worm || tree || path));  // its last flit is data
    end
    if (!rst_i && first && CutThrough == 1) begin
      a_fits:    assert (32'(in_payload_i[LengthLsb +: LenW]) +
                         32'(in_payload_i[HeadersLsb +: HdrW]) <= Depth);
    end
    if (!rst_i && worm) begin
      a_string:  assert (in_payload_i[3:0] != noc_pkg::TypeTreeWorm ||
                         (StringBits > 0 && 32'(in_payload_i[HeadersLsb +: HdrW]) == Words));
      a_pairs:   assert (in_payload_i[3:0] != noc_pkg::TypePathWorm ||
                         (PairW <= FlitBits && in_payload_i[HeadersLsb +: HdrW] != '0));
    end
    if (!rst_i && write) begin
      a_ports:   assert (ports != '0);
      a_port:    assert (!ask_route_o || 32'(port) < Ports);
      a_class:   assert (!plain || 32'(vc_class) < Classes + 1);
      a_next:    assert (!plain || (32'(unit_port) < Ports && 32'(unit_class) < Classes + 1));
      c_drop:    cover (flags[2]);
      c_up:      cover (flags[1]);
    end
  end
`endif

endmodule
// SPDX-License-Identifier: MIT
