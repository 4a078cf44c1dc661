// tlm_clock -- when a tlm_network runs its cycles, and hands out what has happened in them; see
// tlm_transactions.h.
//
// Edge k is the time of k periods, where cycle k begins. All that is sent up to edge k is in cycle
// k; so cycle k may run when no other process can do anything more up to its edge. That is known
// when the simulation's time is beyond it, and also when nobody has anything left to do now and the
// next timed event is beyond it: then many cycles run at once, and the process sleeps until
// something is to be handed out. While nothing is under way it sleeps altogether. With a quantum it
// hands out at once what is due within that, and the rest of the time as a delay. Whoever then acts
// before that delay has passed is late: what is sent for a cycle that is over goes in the current
// one, and is counted.

#include "network.h"
#include "tlm_transactions.h"

namespace nocstep {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

enum { REACTIONS = 3 };  // delta cycles that other processes get to react

std::uint64_t tlm_transactions::edge_of(const sc_time &t) const {
  const std::uint64_t period = settings_.period.value();
  return t.value() / period + (t.value() % period != 0 ? 1 : 0);
}

sc_time tlm_transactions::time_of(std::uint64_t edge) const {
  return sc_time::from_value(edge * settings_.period.value());
}

// For the first edge behind that time: what somebody does at an edge itself may come before or
// after what is handed out there.
void tlm_transactions::plan(action what, std::uint32_t index, const sc_time &when) {
  if (idle()) {
    wake_.notify(sc_core::SC_ZERO_TIME);
  }
  const std::uint64_t edge = when.value() / settings_.period.value() + 1;
  agenda_.push({edge, order_++, what, index});
}

// Lets others react to what was handed out. Some may still have something to do now.
void tlm_transactions::settle() {
  for (unsigned i = 0; i < REACTIONS && sc_core::sc_pending_activity_at_current_time(); i++) {
    wait(sc_core::SC_ZERO_TIME);
  }
}

// The edge up to which cycles may run: that of the next time at which anybody does something, now
// if there is anybody.
std::uint64_t tlm_transactions::limit() const {
  const sc_time now = sc_time_stamp();
  return edge_of(settings_.every_cycle ? now : now + sc_core::sc_time_to_pending_activity());
}

bool tlm_transactions::due() const {
  return carriage_.has_arrived() || (!agenda_.empty() && agenda_.top().edge <= carriage_.cycle());
}

void tlm_transactions::wait_until(const sc_time &when) {
  if (when > sc_time_stamp()) {
    wait(when - sc_time_stamp());
  }
}

void tlm_transactions::hand_out() {
  edge_ = carriage_.cycle();
  handed_ = std::max(time_of(edge_), sc_time_stamp());
  while (due()) {
    tlm_carriage::parcel p;
    if (!agenda_.empty() && agenda_.top().edge <= edge_) {
      const entry e = agenda_.top();
      agenda_.pop();
      switch (e.what) {
        case action::END_REQUEST:
          end_request(e.index);
          break;
        case action::INITIATOR_FREE:
          free_initiator(e.index);
          break;
        case action::TARGET_FREE:
          end_[e.index].target_busy = false;
          offer_request(e.index);
          break;
      }
    } else if (carriage_.take(&p)) {
      transaction &t = transaction_[p.transaction];
      t.when = handed_;
      if (t.blocking) {
        t.arrived->notify();
      } else if (p.response) {
        end_[p.to].responses.push_back(p.transaction);
        offer_response(p.to);
      } else {
        end_[p.to].requests.push_back(p.transaction);
        offer_request(p.to);
      }
    }
  }
}

void tlm_transactions::clock() {
  for (;;) {
    if (idle()) {
      wait(wake_);
      continue;
    }
    if (!settings_.every_cycle) {
      settle();
    }
    const std::uint64_t most = limit();
    const std::uint64_t until =
        agenda_.empty() || agenda_.top().edge > most ? most : agenda_.top().edge;
    if (carriage_.idle()) {
      carriage_.pass(until);
    } else if (!carriage_.run(until)) {
      sc_core::sc_stop();
      SC_REPORT_ERROR(failed_check, (std::string(name()) + ": " + error()).c_str());
      return;
    }
    const std::uint64_t edge = carriage_.cycle();
    if (due()) {
      if (time_of(edge) > sc_time_stamp() + settings_.quantum) {
        wait_until(time_of(edge));
      }
      hand_out();
    } else {
      // At the edge itself there may be something to hand out, planned meanwhile.
      const sc_time here = time_of(edge);
      wait_until(here > sc_time_stamp() ? here : time_of(edge + 1));
    }
  }
}

}  // namespace nocstep
