package io.tributary.lab.result;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.Identifier;
import io.tributary.lab.protocol.LabReport.Subject;
import io.vertx.sqlclient.Row;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Account that a message refers to, and the teams that may order on it.
 *
 * @param number number as written by the laboratory; empty when the message has none
 * @param teams empty when the account is unknown, or is the shared account of several teams
 */
record AccountOwners(Optional<String> number, Set<UUID> teams) {
  private static final String ACCOUNTS =
      """
      select a.provider_account_id as number, bool_or(a.is_default) as is_default,
             coalesce(array_agg(t.team_id) filter (where e.team_id is not null), '{}') as teams
        from lab_account a
        left join lab_account_team t on t.account_id = a.id
        left join team_environment e on e.team_id = t.team_id and e.environment = a.environment
       where a.lab_id = $1 and a.environment = $2 and a.provider_account_id = any ($3)
       group by a.provider_account_id
      """;

  /** Teams that are linked to no account at the laboratory and therefore use its shared account. */
  private static final String TEAMS_WITHOUT_ACCOUNT =
      """
      select e.team_id from team_environment e
       where e.environment = $2
         and not exists (select from lab_account_team t join lab_account a on a.id = t.account_id
                          where t.team_id = e.team_id and a.lab_id = $1 and a.environment = $2)
       limit 2
      """;

  private static final String OF_ORDER =
      """
      select provider_account_id as number from lab_account
       where id = $1::uuid
          or $1::uuid is null and lab_id = $2 and environment = $3 and is_default
      """;

  AccountOwners {
    teams = Set.copyOf(teams);
  }

  /**
   * Finds the account: the first known number of this laboratory, taken from the patient's data
   * before the message's recipient. An unknown number with the patient means an unknown account.
   */
  static AccountOwners find(Tx tx, IncomingReport in, Subject subject) {
    List<String> named =
        Stream.of(
                Stream.of(subject.accountNumber()),
                subject.ids().stream().filter(i -> i.type().equals("AN")).map(Identifier::value),
                in.accountNumber().stream())
            .flatMap(s -> s)
            .map(String::strip)
            .filter(n -> !n.isEmpty())
            .toList();
    List<Row> known =
        RowMapping.list(
            tx.query(ACCOUNTS, in.lab(), in.environment().wire(), named.toArray(String[]::new)),
            r -> r);
    for (String number : named) {
      for (Row r : known) {
        if (r.getString("number").equals(number)) {
          return new AccountOwners(Optional.of(number), teams(tx, in, r));
        }
      }
    }
    String own = subject.accountNumber().strip();
    return new AccountOwners(Optional.of(own).filter(n -> !n.isEmpty()), Set.of());
  }

  private static Set<UUID> teams(Tx tx, IncomingReport in, Row account) {
    Set<UUID> linked = new HashSet<>(List.of(account.getArrayOfUUIDs("teams")));
    if (!account.getBoolean("is_default")) {
      return linked;
    }
    tx.query(TEAMS_WITHOUT_ACCOUNT, in.lab(), in.environment().wire())
        .forEach(r -> linked.add(r.getUUID("team_id")));
    // An account shared by several teams identifies none of them.
    return linked.size() == 1 ? linked : Set.of();
  }

  /** Returns whether the message names an account that differs from the order's. */
  boolean differsFromOrder(Tx tx, OrderRow order) {
    return number.isPresent()
        && tx.first(
                OF_ORDER,
                order.account().orElse(null),
                order.lab(),
                order.tenant().environment().wire())
            .map(r -> r.getString("number"))
            .filter(n -> !n.equals(number.get()))
            .isPresent();
  }
}
