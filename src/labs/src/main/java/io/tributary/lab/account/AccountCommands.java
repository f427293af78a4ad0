package io.tributary.lab.account;

import io.tributary.core.FieldError;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Creates and changes the lab accounts of organizations. Call on a virtual thread. */
final class AccountCommands {
  private static final System.Logger LOG = System.getLogger(AccountCommands.class.getName());

  private static final String INSERT =
      """
      insert into lab_account (id, lab_id, environment, org_id, name, status, delegated_flow,
                               provider_account_id, default_clinical_notes, allowed_billing)
      select $1, id, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb
        from lab where slug = $2 and active
      """;
  private static final String LOCK =
      """
      select org_id, status from lab_account
       where id = $1 and environment = $2 and (org_id = $3 or org_id is null) for update
      """;
  private static final String UPDATE =
      """
      update lab_account
         set status = coalesce($2, status), delegated_flow = coalesce($3, delegated_flow),
             provider_account_id = coalesce($4, provider_account_id),
             allowed_billing = coalesce($5::text::jsonb, allowed_billing),
             name = case when $6 then $7 else name end,
             default_clinical_notes = case when $8 then $9 else default_clinical_notes end,
             updated_at = now()
       where id = $1
      """;
  private static final String COUNT_OWN_TEAMS =
      "select count(*) as n from team where org_id = $1 and id = any($2::uuid[])";
  private static final String UNLINK =
      "delete from lab_account_team where account_id = $1 and team_id <> all($2::uuid[])";
  private static final String LINK =
      """
      insert into lab_account_team (account_id, team_id)
      select $1, unnest($2::uuid[]) on conflict do nothing
      """;

  private final Db db;

  AccountCommands(Db db) {
    this.db = db;
  }

  LabAccount create(AccountMessages.CreateAccount m) {
    UUID id = Ids.uuid();
    AccountMessages.Change c = m.change();
    AccountStatus status = c.status().orElse(AccountStatus.PENDING);
    LabAccount made =
        db.tx(
            tx -> {
              int rows =
                  tx.update(
                      INSERT,
                      id,
                      m.lab(),
                      m.environment().wire(),
                      m.org(),
                      c.name().applyTo(null),
                      status.wireName(),
                      c.flow().orElse(DelegatedResponsibility.NOT_DELEGATED).wireName(),
                      m.number(),
                      c.clinicalNotes().applyTo(null),
                      Json.text(LabAccount.billing(c.billing().orElse(Map.of()))));
              if (rows == 0) {
                throw ServiceException.validationFailed(
                    new FieldError(List.of("body", "lab"), "There is no such lab", "enum"));
              }
              linkTeams(tx, m.org(), id, c.teams().orElse(List.of()));
              return AccountRepo.byId(tx, m.org(), id);
            });
    LOG.log(Level.INFO, "lab account created: org={0} account={1}", m.org(), id);
    return made;
  }

  LabAccount patch(AccountMessages.PatchAccount m) {
    AccountMessages.Change c = m.change();
    LabAccount now =
        db.tx(
            tx -> {
              Row row =
                  tx.first(LOCK, m.id(), m.environment().wire(), m.org())
                      .orElseThrow(() -> ServiceException.notFound("lab account"));
              if (row.getUUID("org_id") == null) {
                throw ServiceException.badRequest(
                    "this lab account is managed by the installation's configuration file and"
                        + " cannot be changed here");
              }
              checkTransition(
                  AccountStatus.fromWireName(row.getString("status")).orElseThrow(), c.status());
              tx.update(
                  UPDATE,
                  m.id(),
                  c.status().map(AccountStatus::wireName).orElse(null),
                  c.flow().map(DelegatedResponsibility::wireName).orElse(null),
                  m.number().orElse(null),
                  c.billing().map(LabAccount::billing).map(Json::text).orElse(null),
                  c.name().changes(),
                  c.name().applyTo(null),
                  c.clinicalNotes().changes(),
                  c.clinicalNotes().applyTo(null));
              c.teams().ifPresent(teams -> linkTeams(tx, m.org(), m.id(), teams));
              return AccountRepo.byId(tx, m.org(), m.id());
            });
    LOG.log(
        Level.INFO,
        "lab account changed: org={0} account={1} status={2}",
        m.org(),
        m.id(),
        now.status().wireName());
    return now;
  }

  private static void checkTransition(AccountStatus from, Optional<AccountStatus> to) {
    if (to.isPresent() && to.get() != from && !from.allowedTransitions().contains(to.get())) {
      throw ServiceException.badRequest(
          "Transition from " + from.wireName() + " to " + to.get().wireName() + " is not allowed");
    }
  }

  private static void linkTeams(Tx tx, UUID org, UUID account, List<UUID> teams) {
    Set<UUID> wanted = new HashSet<>(teams);
    UUID[] ids = wanted.toArray(UUID[]::new);
    if (tx.first(COUNT_OWN_TEAMS, org, ids).orElseThrow().getLong("n") < wanted.size()) {
      throw ServiceException.notFound("team");
    }
    tx.update(UNLINK, account, ids);
    tx.update(LINK, account, ids);
  }
}
