// foreign -- routers of somebody else in a network: what their banks tell; part of network.h.

#include "network/network_state.h"

bool network_is_foreign(const network_t *n, uint32_t slot) {
  for (size_t b = 0; b < n->banks && slot < n->routers; b++) {
    if (slot - n->range[b].first < n->range[b].members) {
      return n->bank[b]->foreign != NULL;
    }
  }
  return false;
}

bool network_has_foreign(const network_t *n) {
  bool any = false;
  for (size_t b = 0; b < n->banks; b++) {
    any = any || n->bank[b]->foreign != NULL;
  }
  return any;
}

const bank_rule_t *network_rule(const network_t *n) {
  const bank_rule_t *rule = NULL;
  for (size_t b = 0; b < n->banks && rule == NULL; b++) {
    const bank_t *bank = n->bank[b];
    rule = bank->foreign != NULL ? bank->foreign->broken(bank) : NULL;
  }
  return rule;
}

void network_explain_rule(const network_t *n, FILE *out) {
  for (size_t b = 0; b < n->banks; b++) {
    const bank_t *bank = n->bank[b];
    if (bank->foreign != NULL && bank->foreign->broken(bank) != NULL) {
      bank->foreign->explain(bank, out);
    }
  }
}

bool network_drained(network_t *n) {
  bool ok = true;
  for (size_t b = 0; b < n->banks; b++) {
    ok = ok && (n->bank[b]->foreign == NULL || n->bank[b]->foreign->drained(n->bank[b]));
  }
  return ok;
}

bool network_print_foreign_waiting(network_t *n, FILE *out) {
  bool closed = false;
  for (size_t b = 0; b < n->banks; b++) {
    bank_t *bank = n->bank[b];
    closed = (bank->foreign != NULL && bank->foreign->waiting(bank, out)) || closed;
  }
  return closed;
}
