package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Adds insurances and payors. Call on a virtual thread. */
final class InsuranceCommands {
  /** Prefix of the codes of payors that teams have added. */
  static final String TEAM_CODE_PREFIX = "T-";

  private static final int RANDOM_CODE_LENGTH = 10;

  private static final String USER =
      """
      select exists (select 1 from user_demographics i where i.user_id = u.id) as described from app_user u
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
         for key share of u
      """;
  private static final String INSERT_PAYOR =
      """
      insert into payor (code, team_id, environment, name, address, search)
      values ($1, $2, $3, $4, $5::text::jsonb, $6) returning id
      """;
  private static final String INSERT_NUMBER =
      "insert into payor_number (payor_id, provider, number) values ($1, $2, $3)";

  private final Db db;
  private final InsuranceService insurances;

  InsuranceCommands(Db db, InsuranceService insurances) {
    this.db = db;
    this.insurances = insurances;
  }

  ObjectNode add(InsuranceMessages.AddInsurance m) {
    return db.tx(
        tx -> {
          requireUser(tx, m.tenant(), m.user());
          List<Object> place = List.of("body", "payor_code");
          return insurances
              .add(tx, m.tenant(), m.user(), m.payorCode(), place, m.primary(), m.document())
              .json();
        });
  }

  private static void requireUser(Tx tx, Tenant t, UUID user) {
    boolean described =
        tx.first(USER, user, t.team(), t.environment().wire())
            .orElseThrow(() -> ServiceException.notFound("user"))
            .getBoolean("described");
    if (!described) {
      throw ServiceException.badRequest(
          "the user has no demographics with an address: send them first");
    }
  }

  ObjectNode readLatest(InsuranceMessages.ReadInsurance m) {
    return db.tx(tx -> insurances.latest(tx, m.tenant(), m.user(), m.primary()))
        .orElseThrow(() -> ServiceException.notFound("insurance"))
        .json();
  }

  Payor addPayor(InsuranceMessages.AddPayor m) {
    return db.tx(
        tx -> {
          Tenant t = m.tenant();
          String code =
              TEAM_CODE_PREFIX + Ids.randomBase62(RANDOM_CODE_LENGTH).toUpperCase(Locale.ROOT);
          int id =
              tx.first(
                      INSERT_PAYOR,
                      code,
                      t.team(),
                      t.environment().wire(),
                      m.name(),
                      Json.text(m.address()),
                      PayorRepo.searchText(m.name(), List.of()))
                  .orElseThrow()
                  .getInteger("id");
          if (m.clearingHouse().isPresent() && m.number().isPresent()) {
            tx.update(INSERT_NUMBER, id, m.clearingHouse().get(), m.number().get());
          }
          return PayorRepo.findByCode(tx, t, code).orElseThrow();
        });
  }
}
