package io.tributary.lab.exchange;

import io.tributary.db.Tx;
import io.tributary.lab.order.OrderRow;
import io.vertx.sqlclient.Row;

/** Reads the laboratory account data of an order. */
final class OrderAccounts {
  private static final String ACCOUNT =
      """
      select provider_account_id, default_clinical_notes from lab_account
       where id = $1::uuid
          or $1::uuid is null and lab_id = $2 and environment = $3 and is_default
      """;

  /**
   * @param number our account number; empty when there is none
   * @param notes lines that go with every order
   */
  record Account(String number, String notes) {}

  private OrderAccounts() {}

  static Account accountOf(Tx tx, OrderRow order) {
    return tx.first(
            ACCOUNT, order.account().orElse(null), order.lab(), order.tenant().environment().wire())
        .map(OrderAccounts::read)
        .orElse(new Account("", ""));
  }

  private static Account read(Row r) {
    String notes = r.getString("default_clinical_notes");
    return new Account(r.getString("provider_account_id"), notes == null ? "" : notes);
  }
}
