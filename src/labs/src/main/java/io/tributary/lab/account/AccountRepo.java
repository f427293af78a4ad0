package io.tributary.lab.account;

import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads accounts. An account's team list contains only teams of the calling organization. */
final class AccountRepo {
  /**
   * Columns of an account; $1 is a team of the calling organization, or the organization itself.
   */
  private static final String COLUMNS =
      """
      select a.id, a.lab_id, l.slug, a.environment, a.org_id, a.name, a.status, a.delegated_flow,
             a.provider_account_id, a.default_clinical_notes, a.business_units,
             a.allowed_billing::text as allowed_billing,
             array(select t.team_id from lab_account_team t join team m on m.id = t.team_id
                    where t.account_id = a.id
                      and (m.org_id = $1 or m.org_id = (select org_id from team where id = $1))
                    order by t.team_id) as teams
        from lab_account a join lab l on l.id = a.lab_id
      """;

  private static final String JOIN_LINKED =
      " join lab_account_team k on k.account_id = a.id and k.team_id = $1 where a.environment = $2";
  private static final String OF_TEAM =
      COLUMNS
          + JOIN_LINKED
          + """
             and ($3::uuid is null or a.id = $3) and ($4::text is null or a.status = $4)
           order by a.created_at, a.id
          """;
  private static final String LINKED_AT_LAB =
      COLUMNS + JOIN_LINKED + " and a.lab_id = $3 order by a.id";
  private static final String FOR_EVERYONE =
      COLUMNS + " where a.lab_id = $3 and a.environment = $2 and a.is_default";
  private static final String OF_ORGANIZATION =
      COLUMNS
          + """
           where a.environment = $2
             and (a.org_id = $1 or a.org_id is null and (a.is_default
                  or exists (select 1 from lab_account_team t join team m on m.id = t.team_id
                              where t.account_id = a.id and m.org_id = $1)))
             and ($3::uuid is null or a.id = $3) and ($4::text is null or a.status = $4)
             and ($5::uuid is null or exists (select 1 from lab_account_team t
                                               where t.account_id = a.id and t.team_id = $5))
           order by a.created_at, a.id
          """;
  private static final String BY_ID = COLUMNS + " where a.id = $2";

  private final Db db;

  AccountRepo(Db db) {
    this.db = db;
  }

  Future<List<LabAccount>> ofTeam(
      Tenant t, Optional<UUID> account, Optional<AccountStatus> status) {
    return db.read(
            OF_TEAM,
            t.team(),
            t.environment().wire(),
            account.orElse(null),
            status.map(AccountStatus::wireName).orElse(null))
        .map(rows -> RowMapping.list(rows, LabAccount::read));
  }

  Future<List<LabAccount>> ofOrganization(
      UUID org,
      Environment environment,
      Optional<UUID> account,
      Optional<AccountStatus> status,
      Optional<UUID> team) {
    return db.read(
            OF_ORGANIZATION,
            org,
            environment.wire(),
            account.orElse(null),
            status.map(AccountStatus::wireName).orElse(null),
            team.orElse(null))
        .map(rows -> RowMapping.list(rows, LabAccount::read));
  }

  /** Accounts of a lab that are linked to the team, in any status. */
  static List<LabAccount> findLinked(Tx tx, Tenant t, int lab) {
    return RowMapping.list(
        tx.query(LINKED_AT_LAB, t.team(), t.environment().wire(), lab), LabAccount::read);
  }

  static Optional<LabAccount> findLinked(Tx tx, Tenant t, UUID account) {
    return tx.first(OF_TEAM, t.team(), t.environment().wire(), account, null).map(LabAccount::read);
  }

  /** The installation's own account of a lab, if it is open to every team. */
  static Optional<LabAccount> findForEveryone(Tx tx, Tenant t, int lab) {
    return tx.first(FOR_EVERYONE, t.team(), t.environment().wire(), lab).map(LabAccount::read);
  }

  static LabAccount byId(Tx tx, UUID org, UUID account) {
    return tx.first(BY_ID, org, account).map(LabAccount::read).orElseThrow();
  }
}
