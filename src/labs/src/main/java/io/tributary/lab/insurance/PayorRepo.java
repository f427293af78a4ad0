package io.tributary.lab.insurance;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads payors: those of the installation and the team's own. */
final class PayorRepo {
  static final List<String> CLEARING_HOUSES =
      List.of("change_healthcare", "availity", "stedi", "waystar", "claim_md", "apero", "pverify");

  /** Payors visible to a team; $1 team, $2 environment. */
  private static final String VISIBLE =
      """
      select p.id, p.code, p.team_id, p.name, p.aliases, p.address::text as address from payor p
       where p.active and (p.team_id is null or p.team_id = $1 and p.environment = $2)
      """;

  // Trigrams find the candidates by the index; the position of the match decides.
  private static final String BY_NAME =
      VISIBLE
          + """
             and (length($3) < 3 or trigrams(p.search) @> trigrams($3))
             and strpos(p.search, $3) > 0
           order by (starts_with(p.search, $3)) desc, length(p.name), p.name, p.code limit 50
          """;
  private static final String BY_NUMBER =
      VISIBLE
          + """
             and exists (select 1 from payor_number n
                          where n.payor_id = p.id and n.provider = $3 and n.number = $4)
           order by p.name, p.code limit 50
          """;
  private static final String BY_CODE = VISIBLE + " and p.code = $3";

  private final Db db;

  PayorRepo(Db db) {
    this.db = db;
  }

  /** Finds payors by a part of the name or of an alias, case-insensitively. */
  Future<List<Payor>> findByName(Tenant t, String name) {
    return db.read(BY_NAME, t.team(), t.environment().wire(), name.strip().toLowerCase(Locale.ROOT))
        .map(rows -> RowMapping.list(rows, Payor::read));
  }

  Future<List<Payor>> findByNumber(Tenant t, String clearingHouse, String number) {
    return db.read(BY_NUMBER, t.team(), t.environment().wire(), clearingHouse, number)
        .map(rows -> RowMapping.list(rows, Payor::read));
  }

  static Optional<Payor> findByCode(Tx tx, Tenant t, String code) {
    return tx.first(BY_CODE, t.team(), t.environment().wire(), code).map(Payor::read);
  }

  /** Text that a search matches against. */
  static String searchText(String name, List<String> aliases) {
    String all = aliases.isEmpty() ? name : name + "\n" + String.join("\n", aliases);
    return all.toLowerCase(Locale.ROOT);
  }
}
