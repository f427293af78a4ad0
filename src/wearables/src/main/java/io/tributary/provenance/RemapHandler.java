package io.tributary.provenance;

import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.DocumentMapper;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.team.FeatureFlags;
import java.util.UUID;

/** Starts remapping runs. Blocking. */
final class RemapHandler {
  /** Queue that wakes the job runners. */
  static final String QUEUE = "renormalise";

  private static final String HOLD_USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null for key share
      """;

  private final Db db;
  private final Adapters adapters;
  private final RawDocumentReader raws;
  private final RemapRepo repo;

  RemapHandler(Db db, Adapters adapters, RawDocumentReader raws, RemapRepo repo) {
    this.db = db;
    this.adapters = adapters;
    this.raws = raws;
    this.repo = repo;
  }

  ExplainMessages.Explanation start(ExplainMessages.Renormalise m) {
    UUID id = Ids.uuid();
    boolean kept = !raws.coveredDays(m.user(), m.provider(), "", m.first(), m.last()).isEmpty();
    return new ExplainMessages.Explanation(db.tx(tx -> start(tx, id, kept, m)).view());
  }

  /**
   * Starts a run. A request for the same days as an active run joins it, so that a repeated request
   * is harmless.
   */
  private RemapRepo.RemapRun start(Tx tx, UUID id, boolean kept, ExplainMessages.Renormalise m) {
    if (tx.first(HOLD_USER, m.user(), m.tenant().team(), m.tenant().environment().wire())
        .isEmpty()) {
      throw ServiceException.notFound("user");
    }
    if (!FeatureFlags.of(tx, m.tenant()).providerRawData()) {
      throw ServiceException.featureDisabled("provider_raw_data is off: documents are not stored");
    }
    DocumentMapper mapping =
        adapters
            .of(m.provider(), false)
            .flatMap(Adapter::mapping)
            .orElseThrow(
                () ->
                    ServiceException.conflict(
                        "no documents of " + m.provider() + " can be mapped again"));
    if (!kept) {
      throw ServiceException.conflict("no documents are stored for these days");
    }
    if (repo.add(tx, id, m.user(), m.provider(), m.first(), m.last(), mapping.version())) {
      tx.wakeAfterCommit(QUEUE);
      return repo.find(tx, id).orElseThrow();
    }
    return repo.findUnfinished(tx, m.user(), m.provider())
        .filter(r -> r.first().equals(m.first()) && r.last().equals(m.last()))
        .orElseThrow(
            () ->
                ServiceException.conflict(
                    "documents of this connection are already being remapped: wait until that run"
                        + " has ended"));
  }
}
