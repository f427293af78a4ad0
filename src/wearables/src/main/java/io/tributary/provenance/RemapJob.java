package io.tributary.provenance;

import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.SqlErrors;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.GroupCommit;
import io.tributary.ingest.IngestResult;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.Feed;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.rawdocument.RawDocumentStore.DayRange;
import io.tributary.rawdocument.StoredDocument;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Remaps stored documents with the current mapping.
 *
 * <p>It goes feed by feed and window by window, newest first, and commits each window together with
 * its position. Only days for which every document is stored are remapped, and only resources that
 * were fetched for that day. Identical results change nothing; differences become ordinary events.
 * Thread-safe; a run blocks its virtual thread.
 */
final class RemapJob {
  private static final System.Logger LOG = System.getLogger(RemapJob.class.getName());
  private static final Duration INITIAL_BACKOFF = Duration.ofSeconds(1);

  private static final int MAX_WINDOW_ATTEMPTS = 10;

  private static final String LOCK_USER = "select 1 from app_user where id = $1 for no key update";

  private static final String TARGET =
      """
      select u.team_id, u.environment, u.client_user_id, u.ingestion_start, u.ingestion_end,
             e.provider_raw_data
        from app_user u
        join team_environment e on e.team_id = u.team_id and e.environment = u.environment
       where u.id = $1 and u.deleted_at is null
      """;

  private static final String FETCHED =
      """
      select a.resource, lower(d) as first, upper(d) - 1 as last
        from resource_status a,
             unnest(a.fetched_days * datemultirange(daterange($3, $4, '[]'))) as t(d)
       where a.user_id = $1 and a.provider = $2
      """;

  private static final String UNDATED =
      """
      select resource from resource_status
       where user_id = $1 and provider = $2 and fetched_days <> '{}' and resource = 'profile'
      """;

  private final Db db;
  private final Adapters adapters;
  private final RawDocumentReader rawDocuments;
  private final GroupCommit intake;
  private final RemapRepo repo;
  private final int tries;

  RemapJob(
      Db db,
      Adapters adapters,
      RawDocumentReader raws,
      GroupCommit intake,
      RemapRepo repo,
      int tries) {
    this.db = db;
    this.adapters = adapters;
    this.rawDocuments = raws;
    this.intake = intake;
    this.repo = repo;
    this.tries = tries;
  }

  /** Signals that another node holds the claim, so nothing may be written. */
  private static final ServiceException CLAIM_LOST = ServiceException.conflict("claim lost");

  /** Signals that the run can no longer be completed. */
  private static final class RunImpossibleException extends RuntimeException {
    RunImpossibleException(String why) {
      super(why, null, false, false);
    }
  }

  /**
   * @param going returns false once the run must stop; it then releases itself
   */
  void run(RemapRepo.RemapRun run, BooleanSupplier going) {
    try {
      if (remapAll(run, going)) {
        repo.end(run, "success", null);
      } else {
        repo.release(run, Duration.ZERO, false);
      }
    } catch (RunImpossibleException over) {
      repo.end(run, "failure", over.getMessage());
    } catch (RuntimeException e) {
      handleFailure(run, e);
    }
  }

  private void handleFailure(RemapRepo.RemapRun run, RuntimeException e) {
    if (e instanceof ServiceException r && r.detail().equals(CLAIM_LOST.detail())) {
      LOG.log(Level.INFO, "remap_job=" + run.id() + " claim lost to another node");
      return;
    }
    boolean passing =
        SqlErrors.isContention(e)
            || e instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE;
    if (passing && run.attempt() + 1 < tries) {
      repo.release(run, INITIAL_BACKOFF.multipliedBy(1L << run.attempt()), true);
    } else {
      LOG.log(Level.ERROR, "remap_job=" + run.id() + " failed", e);
      repo.end(run, "failure", "unexpected_error");
    }
  }

  /** Inputs of a run. */
  private record RunContext(RemapRepo.RemapRun run, IngestTarget target, DocumentMapper mapping) {}

  /** Returns false if it was stopped. */
  private boolean remapAll(RemapRepo.RemapRun run, BooleanSupplier going) {
    Adapter adapter =
        adapters
            .of(run.provider(), false)
            .orElseThrow(() -> new RunImpossibleException("provider_not_offered"));
    DocumentMapper mapping =
        adapter.mapping().orElseThrow(() -> new RunImpossibleException("provider_not_offered"));
    Row user =
        RowMapping.first(db.query(TARGET, run.user()), r -> r)
            .orElseThrow(() -> new RunImpossibleException("user_not_found"));
    if (!user.getBoolean("provider_raw_data")) {
      throw new RunImpossibleException("provider_raw_data_off");
    }
    IngestTarget target =
        new IngestTarget(
            Tenant.of(user.getUUID("team_id"), user.getString("environment")),
            run.user(),
            user.getString("client_user_id"),
            run.provider(),
            user.getLocalDate("ingestion_start"),
            user.getLocalDate("ingestion_end"));
    List<Feed> feeds = adapter.descriptor().feeds();
    RunContext work = new RunContext(run, target, mapping);
    for (int i = run.feedsDone(); i < feeds.size(); i++) {
      LocalDate last = i == run.feedsDone() && run.nextLast() != null ? run.nextLast() : run.last();
      if (!remapFeed(work, feeds.get(i), i, last, going)) {
        return false;
      }
    }
    return true;
  }

  private boolean remapFeed(
      RunContext work, Feed feed, int number, LocalDate last, BooleanSupplier going) {
    RemapRepo.RemapRun run = work.run();
    List<DayRange> windows = new ArrayList<>();
    if (!last.isBefore(run.first())) {
      rawDocuments
          .coveredDays(run.user(), run.provider(), feed.name(), run.first(), last)
          .forEach(d -> splitIntoWindows(d, feed.windowDays(), windows));
    }
    for (DayRange window : windows) {
      if (!going.getAsBoolean()) {
        return false;
      }
      remapWithRetry(work, feed, number, window);
    }
    intake.inOwnTransaction(
        work.target(),
        (tx, ingest) -> {
          if (!repo.lockClaim(tx, run)) {
            throw CLAIM_LOST;
          }
          repo.advance(tx, run, number + 1, null, new RemapRepo.RemapCounts(0, 0, 0, 0, 0));
          return null;
        });
    return true;
  }

  private static void splitIntoWindows(DayRange all, int days, List<DayRange> into) {
    for (LocalDate last = all.last(); !last.isBefore(all.first()); ) {
      LocalDate first = Collections.max(List.of(all.first(), last.minusDays(days - 1L)));
      into.add(new DayRange(first, last));
      last = first.minusDays(1);
    }
  }

  private void remapWithRetry(RunContext work, Feed feed, int number, DayRange window) {
    for (int i = 0; i < MAX_WINDOW_ATTEMPTS; i++) {
      if (remapWindow(work, feed, number, window)) {
        return;
      }
    }
    throw ServiceException.unavailable("the documents keep changing; try again", INITIAL_BACKOFF);
  }

  /**
   * Remaps and stores one window. Returns false if a document was replaced in the meantime, because
   * the mapped version is then outdated.
   */
  private boolean remapWindow(RunContext work, Feed feed, int number, DayRange window) {
    RemapRepo.RemapRun run = work.run();
    DocumentMapper.RequiredKinds need = work.mapping().requiredKinds(feed);
    List<StoredDocument> kept =
        rawDocuments.findBetween(
            run.user(),
            run.provider(),
            need.kinds(),
            window.first().minusDays(1),
            window.last().plusDays(1),
            need.undated());
    List<DocumentMapper.Document> documents =
        kept.stream()
            .map(
                r ->
                    new DocumentMapper.Document(
                        r.kind(), r.key(), AccountContext.parse(r.facts()), Json.parse(r.json())))
            .toList();
    FetchedDays fetched = fetched(run.user(), run.provider(), window);
    List<NormalizedBatch> batches =
        documents.isEmpty()
            ? List.of()
            : work.mapping().normalize(feed, documents).stream()
                .map(b -> fetched.filter(b.retain(feed.resources())))
                .toList();
    String zone =
        documents.stream()
            .map(d -> d.context().zoneRule())
            .distinct()
            .reduce((a, b) -> a + "; " + b)
            .orElse("");
    IngestTarget target =
        work.target()
            .withOrigin(
                new DataOrigin(
                    DataOrigin.Channel.RENORMALISE,
                    run.id().toString(),
                    work.mapping().version(),
                    zone));
    return intake.inOwnTransaction(
        target,
        (tx, ingest) -> {
          if (!repo.lockClaim(tx, run)) {
            throw CLAIM_LOST;
          }
          // Writers of newer documents also lock the user.
          tx.query(LOCK_USER, run.user());
          if (!rawDocuments.isUnchanged(
              tx,
              kept,
              run.user(),
              run.provider(),
              need.kinds(),
              window.first().minusDays(1),
              window.last().plusDays(1),
              need.undated())) {
            return false;
          }
          int created = 0;
          int updated = 0;
          int unchanged = 0;
          int unusable = 0;
          for (NormalizedBatch batch : batches) {
            IngestResult stored = ingest.store(tx, target, batch, false);
            created += sum(stored.created());
            updated += sum(stored.updated());
            unchanged += stored.unchanged();
            unusable += batch.refused().size();
          }
          repo.advance(
              tx,
              run,
              number,
              window.first().minusDays(1),
              new RemapRepo.RemapCounts(documents.size(), unusable, created, updated, unchanged));
          return true;
        });
  }

  private static int sum(Map<Resource, Integer> counts) {
    return counts.values().stream().mapToInt(n -> n).sum();
  }

  private FetchedDays fetched(UUID user, String provider, DayRange window) {
    Map<String, List<DayRange>> days = new HashMap<>();
    for (Row r : db.query(FETCHED, user, provider, window.first(), window.last())) {
      days.computeIfAbsent(r.getString("resource"), k -> new ArrayList<>())
          .add(new DayRange(r.getLocalDate("first"), r.getLocalDate("last")));
    }
    db.query(UNDATED, user, provider)
        .forEach(r -> days.computeIfAbsent(r.getString("resource"), k -> new ArrayList<>()));
    return new FetchedDays(days);
  }

  /** Fetched days of the window, per resource. */
  private record FetchedDays(Map<String, List<DayRange>> days) {
    NormalizedBatch filter(NormalizedBatch b) {
      return new NormalizedBatch(
          b.summaries().stream().filter(this::wasFetched).toList(),
          b.samples().stream().filter(this::wasFetched).toList(),
          b.streams().stream().filter(s -> wasFetched(Resource.WORKOUT_STREAM, s.day())).toList(),
          List.of(),
          b.refused());
    }

    private boolean wasFetched(SourcedSummary s) {
      Resource resource = s.summary().resource();
      return s.summary()
          .filterDate()
          .map(day -> wasFetched(resource, day))
          .orElseGet(() -> days.containsKey(resource.wire()));
    }

    private boolean wasFetched(Sample s) {
      return wasFetched(s.resource(), s.day());
    }

    private boolean wasFetched(Resource resource, LocalDate day) {
      return days.getOrDefault(resource.wire(), List.of()).stream()
          .anyMatch(d -> !day.isBefore(d.first()) && !day.isAfter(d.last()));
    }
  }
}
