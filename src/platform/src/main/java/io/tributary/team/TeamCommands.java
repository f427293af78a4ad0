package io.tributary.team;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.FieldError;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Patch;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Creates and changes teams. Runs on virtual or plain threads. */
public final class TeamCommands {
  private static final String INSERT =
      "insert into team (id, org_id, name, integration_team_id) values ($1, $2, $3, $4)";
  private static final String ENVIRONMENTS =
      """
      insert into team_environment (team_id, environment) values ($1, 'sandbox'), ($1, 'production')
      """;
  private static final String LOCK = "select 1 from team where id = $1 and org_id = $2 for update";
  private static final String UPDATE =
      """
      update team set name = coalesce($2, name),
             integration_team_id = case when $3 then $4 else integration_team_id end
       where id = $1
      """;
  private static final String SETTINGS =
      """
      update team_environment
         set link_migration = $3, reject_duplicate_connection = $4,
             sdk_per_device_activity_timeseries = $5, provider_raw_data = $6,
             brand_information = $7::text::jsonb, logo_url = $8, aggregation = $9,
             lab_feature_flags = $10
       where team_id = $1 and environment = $2
      """;

  private final Db db;

  public TeamCommands(Db db) {
    this.db = db;
  }

  BusMessage create(TeamMessages.CreateTeam m) {
    UUID id = m.id().orElseGet(Ids::uuid);
    try {
      return db.tx(
          tx -> {
            tx.update(INSERT, id, m.org(), m.name(), m.integrationTeamId().orElse(null));
            tx.update(ENVIRONMENTS, id);
            Team made = TeamRepo.find(tx, m.org(), id).orElseThrow();
            for (Environment e : Environment.values()) {
              applySettings(tx, made, e, m.settings(), List.of("body"));
            }
            return TeamRepo.find(tx, m.org(), id).orElseThrow();
          });
    } catch (RuntimeException e) {
      if (SqlErrors.violatesUnique(e, "team_pkey")) {
        throw ServiceException.conflict("a team with this id already exists");
      }
      return integrationHolder(e, m.org(), m.integrationTeamId());
    }
  }

  BusMessage patch(TeamMessages.PatchTeam m) {
    try {
      return db.tx(
          tx -> {
            if (tx.first(LOCK, m.team(), m.org()).isEmpty()) {
              throw ServiceException.notFound("team");
            }
            tx.update(
                UPDATE,
                m.team(),
                m.name().orElse(null),
                m.integrationTeamId().changes(),
                m.integrationTeamId().applyTo(null));
            Team old = TeamRepo.find(tx, m.org(), m.team()).orElseThrow();
            m.settings()
                .forEach(
                    (e, change) -> applySettings(tx, old, e, change, List.of("body", e.wire())));
            return TeamRepo.find(tx, m.org(), m.team()).orElseThrow();
          });
    } catch (RuntimeException e) {
      return integrationHolder(
          e, m.org(), Optional.ofNullable(m.integrationTeamId().applyTo(null)));
    }
  }

  /**
   * Returns the holder of an integration ID that is already in use. Other failures are rethrown.
   */
  private TeamMessages.IntegrationTaken integrationHolder(
      RuntimeException e, UUID org, Optional<String> integrationTeamId) {
    if (!SqlErrors.violatesUnique(e, "team_integration")) {
      throw e;
    }
    return db.tx(tx -> TeamRepo.integrationHolder(tx, org, integrationTeamId.orElseThrow()))
        .map(TeamMessages.IntegrationTaken::new)
        .orElseThrow(() -> e);
  }

  private static void applySettings(
      Tx tx,
      Team team,
      Environment environment,
      TeamMessages.SettingsChange c,
      List<Object> where) {
    Team.Settings old = team.environments().get(environment);
    FeatureFlags s = old.featureFlags();
    Optional<TeamBranding> brand =
        switch (c.brand()) {
          case Patch.Keep<TeamBranding.Change> k -> old.brand();
          case Patch.Clear<TeamBranding.Change> none -> Optional.empty();
          case Patch.Put<TeamBranding.Change>(TeamBranding.Change change) ->
              Optional.of(TeamBranding.of(old.brand(), change));
        };
    String logo = c.logoUrl().applyTo(old.logoUrl().orElse(null));
    if (brand.isPresent() && brand.get().companyName().isEmpty()) {
      throw fault(where, "brand_information", "company_name is required");
    }
    if (brand.isPresent() && logo == null) {
      throw fault(where, "logo_url", "logo_url is required with company_name");
    }
    tx.update(
        SETTINGS,
        team.id(),
        environment.wire(),
        c.linkMigration().orElse(s.linkMigration()),
        c.rejectDuplicateConnection().orElse(s.rejectDuplicateConnection()),
        c.sdkPerDeviceActivityTimeseries().orElse(s.sdkPerDeviceActivityTimeseries()),
        c.providerRawData().orElse(s.providerRawData()),
        brand.map(Json::text).orElse(null),
        logo,
        c.aggregation().orElse(s.aggregation()),
        labFeatures(s.lab(), c.lab()));
  }

  private static String[] labFeatures(Set<LabFeature> old, Map<LabFeature, Boolean> change) {
    Set<LabFeature> on = EnumSet.noneOf(LabFeature.class);
    on.addAll(old);
    change.forEach(
        (s, wanted) -> {
          if (wanted) {
            on.add(s);
          } else {
            on.remove(s);
          }
        });
    return on.stream().map(LabFeature::wire).toArray(String[]::new);
  }

  private static ServiceException fault(List<Object> where, String field, String msg) {
    List<Object> loc = new ArrayList<>(where);
    loc.add(field);
    return ServiceException.validationFailed(new FieldError(loc, msg, "missing"));
  }
}
