package io.tributary.healthimport;

import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.provider.apple.ActivityAggregator;
import io.tributary.provider.apple.AppleExport;
import io.tributary.provider.apple.HkSource;
import io.tributary.provider.apple.PendingRecord;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Stores the data of one run. Data and the position after it commit together, so that a killed run
 * neither loses nor repeats anything.
 */
final class ImportWriter {
  private static final String USER =
      """
      select client_user_id, ingestion_start, ingestion_end, fallback_birth_date from app_user
       where id = $1 and deleted_at is null for key share
      """;

  /** Limit of cached sources; no user has more. */
  private static final int MAX_SOURCES = 10_000;

  private final ImportDependencies dependencies;
  private final ClaimedImport job;
  private final BooleanSupplier mayContinue;
  private final PendingRecordRepo facts;
  private final Map<HkSource, Source> sources = new HashMap<>();
  private final IngestTarget target;
  private LocalDate fallbackBirthDate;

  /** Counts of the reader since the last commit. */
  record Counts(
      long xmlBytes, Long xmlTotal, long records, long workouts, long rejected, long ignored) {
    static final Counts NONE = new Counts(0, null, 0, 0, 0, 0);
  }

  ImportWriter(ImportDependencies parts, ClaimedImport job, BooleanSupplier mayGoOn) {
    this.dependencies = parts;
    this.job = job;
    this.mayContinue = mayGoOn;
    this.facts = new PendingRecordRepo(parts.db(), job.id());
    target = parts.db().tx(this::requireUser);
  }

  PendingRecordRepo facts() {
    return facts;
  }

  LocalDate fallbackBirthDate() {
    return fallbackBirthDate;
  }

  /** Reads the user and locks the row against erasure. */
  private IngestTarget requireUser(Tx tx) {
    return findUser(tx).orElseThrow(() -> new ImportAborted(ImportAborted.AbortReason.USER_GONE));
  }

  private Optional<IngestTarget> findUser(Tx tx) {
    return tx.first(USER, job.user()).map(this::target);
  }

  private IngestTarget target(Row r) {
    fallbackBirthDate = r.getLocalDate("fallback_birth_date");
    return new IngestTarget(
            job.tenant(),
            job.user(),
            r.getString("client_user_id"),
            AppleExport.SLUG,
            r.getLocalDate("ingestion_start"),
            r.getLocalDate("ingestion_end"))
        .withOrigin(
            new DataOrigin(
                DataOrigin.Channel.IMPORT, job.id().toString(), AppleExport.MAPPING, "datum"));
  }

  /** Returns the source of samples, and records its device. */
  Source source(HkSource by) {
    Source known = sources.get(by);
    if (known != null) {
      return known;
    }
    Source plain = Source.of(AppleExport.SLUG, by.type());
    Source made =
        by.device()
            .map(
                device ->
                    plain.withDevice(
                        dependencies
                            .db()
                            .tx(
                                tx -> {
                                  IngestTarget t = requireUser(tx);
                                  return dependencies
                                      .devices()
                                      .observe(
                                          tx, job.tenant(), job.user(), t.clientUserId(), device);
                                })))
            .orElse(plain);
    if (sources.size() < MAX_SOURCES) {
      sources.put(by, made);
    }
    return made;
  }

  /** Commits a batch with the position after it, and clears the batch. */
  void commit(ImportBatch portion, ImportPhase phase, String position, Counts counts) {
    if (!mayContinue.getAsBoolean()) {
      throw new ImportAborted(ImportAborted.AbortReason.STOPPING);
    }
    NormalizedBatch batch = portion.build();
    List<PendingRecord> found = portion.facts();
    // Returned instead of thrown, because the transaction may be shared with other callers.
    Optional<ImportAborted.AbortReason> ended =
        dependencies
            .intake()
            .inOwnTransaction(
                target,
                (tx, ingest) -> commit(tx, ingest, portion, batch, found, phase, position, counts));
    if (ended.isPresent()) {
      throw new ImportAborted(ended.get());
    }
    portion.clear();
  }

  private Optional<ImportAborted.AbortReason> commit(
      Tx tx,
      Ingest ingest,
      ImportBatch portion,
      NormalizedBatch batch,
      List<PendingRecord> found,
      ImportPhase phase,
      String position,
      Counts counts) {
    Optional<IngestTarget> user = findUser(tx);
    if (user.isEmpty()) {
      return Optional.of(ImportAborted.AbortReason.USER_GONE);
    }
    if (!dependencies.repo().lockClaim(tx, job)) {
      return Optional.of(ImportAborted.AbortReason.LOST);
    }
    IngestTarget now = user.get();
    IngestResult stored = ingest.store(tx, now, batch, true);
    List<PendingRecord> all = new ArrayList<>(found);
    activityDays(stored).forEach(all::add);
    facts.add(tx, all);
    long changed = sum(stored.created()) + sum(stored.updated());
    int given = batch.samples().size() + batch.summaries().size() + batch.streams().size();
    dependencies
        .repo()
        .advance(
            tx,
            job,
            phase,
            position,
            new ImportRepo.ImportProgress(
                counts.xmlBytes(),
                counts.xmlTotal(),
                counts.records(),
                counts.workouts(),
                changed,
                given - changed,
                counts.rejected() + portion.rejected(),
                counts.ignored(),
                portion.resources(),
                portion.from(),
                portion.to()));
    return Optional.empty();
  }

  private static long sum(Map<Resource, Integer> counts) {
    return counts.values().stream().mapToLong(Integer::longValue).sum();
  }

  /** Returns the days whose activity summary must be computed. */
  private static List<PendingRecord> activityDays(IngestResult stored) {
    Set<LocalDate> days = new TreeSet<>();
    stored
        .days()
        .forEach(
            (resource, found) -> {
              if (ActivityAggregator.RESOURCES.contains(resource)) {
                days.addAll(found);
              }
            });
    return days.stream()
        .map(
            day -> {
              Instant at = day.atStartOfDay(ZoneOffset.UTC).toInstant();
              return new PendingRecord(PendingRecord.Kind.TOUCHED, "", day, at, at, "", 0, 0, null);
            })
        .toList();
  }

  /** Creates the connection, if there is none; first step of a new import. */
  void connect() {
    dependencies
        .db()
        .txLockingUser(
            job.user(),
            tx -> {
              tx.first("select 1 from app_user where id = $1 for no key update", job.user());
              IngestTarget now = requireUser(tx);
              if (!dependencies.repo().lockClaim(tx, job)) {
                throw new ImportAborted(ImportAborted.AbortReason.LOST);
              }
              return dependencies
                  .connections()
                  .find(tx, job.user(), AppleExport.SLUG)
                  .orElseGet(() -> connect(tx, job.tenant(), now));
            });
  }

  private Connection connect(Tx tx, Tenant tenant, IngestTarget now) {
    return dependencies
        .states()
        .connect(
            tx,
            new ConnectionLifecycle.NewLink(
                job.user(),
                tenant,
                now.clientUserId(),
                AppleExport.SLUG,
                Ids.DEFAULT_APP,
                false,
                null,
                List.of(),
                null,
                null));
  }

  /** Ends the import successfully, with one event for each resource in the file. */
  void finish() {
    dependencies
        .db()
        .tx(
            tx -> {
              IngestTarget now = requireUser(tx);
              if (!dependencies.repo().lockClaim(tx, job)) {
                throw new ImportAborted(ImportAborted.AbortReason.LOST);
              }
              ImportRepo.ImportedRange harvest = dependencies.repo().end(tx, job, "success", null);
              dependencies.outbox().add(tx, ImportEvents.of(now, harvest));
              return null;
            });
  }

  /** Ends the import without success, unless the claim is lost. */
  static void end(ImportDependencies parts, ClaimedImport job, String status, String error) {
    parts
        .db()
        .tx(
            tx -> {
              if (parts.repo().lockClaim(tx, job)) {
                parts.repo().end(tx, job, status, error);
              }
              return null;
            });
  }
}
