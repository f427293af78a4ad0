package io.tributary.report.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.ReportConfig.Limits;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.http.Multipart;
import io.tributary.lab.order.IdempotencyKey;
import io.tributary.lab.order.IdempotencyStore;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.reader.UnsupportedReportFile;
import io.tributary.team.FeatureFlagCache;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import io.tributary.telemetry.Tracing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Handles an upload: all checks in order, then creation of the job. Blocking, for virtual threads.
 */
final class ReportUploadHandler {
  private static final System.Logger LOG = System.getLogger(ReportUploadHandler.class.getName());

  private final Db db;
  private final FeatureFlagCache featureFlags;
  private final Limits limits;
  private final JobRepo repo;
  private final FileStore store;
  private final ReportFiles files;
  private final ReportReader reader;
  private final IdempotencyStore idempotency;
  private final FairSemaphore<Tenant> storeSemaphore;

  ReportUploadHandler(
      Db db,
      FeatureFlagCache switches,
      Limits limits,
      JobRepo repo,
      FileStore store,
      ReportFiles files,
      ReportReader reader,
      IdempotencyStore idempotency,
      FairSemaphore<Tenant> turns) {
    this.db = db;
    this.featureFlags = switches;
    this.limits = limits;
    this.repo = repo;
    this.store = store;
    this.files = files;
    this.reader = reader;
    this.idempotency = idempotency;
    this.storeSemaphore = turns;
  }

  IdempotencyStore.IdempotentReply handle(
      Tenant tenant, Optional<IdempotencyKey> key, Multipart form, RequestBodyReader body) {
    try (ReportFiles.TempFolder folder = files.folder()) {
      UploadParser.ParsedForm taken = new UploadParser(folder, limits).parse(form, body);
      int[] pages = {1};
      // A rejection with an idempotency key is stored, and a file name may contain personal data.
      Optional<ServiceException> wrong = check(tenant, taken, pages, key.isEmpty());
      UUID id = Ids.uuid();
      Tracing.remember(id);
      Optional<IdempotencyKey> hashed = key.map(k -> k.withHash(taken.hash()));
      if (wrong.isPresent()) {
        return storeRejection(hashed, wrong.get());
      }
      return storeSemaphore.run(
          tenant,
          maxPermits(tenant),
          () -> idempotency.runOnce(hashed, tx -> createJob(tx, tenant, id, taken, pages[0])));
    } catch (RequestBodyReader.ClientDisconnected e) {
      throw ServiceException.badRequest(
          "the upload was interrupted before all data had arrived; upload the file again");
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.ERROR, "upload: file not written: " + e.getMessage());
      throw ServiceException.unavailable(
          "the file cannot be stored at the moment; try again", Duration.ofMinutes(1));
    }
  }

  /**
   * Stores the rejection under the idempotency key. This takes one or two statements and does not
   * wait for other uploads.
   */
  private IdempotencyStore.IdempotentReply storeRejection(
      Optional<IdempotencyKey> key, ServiceException why) {
    if (key.isEmpty()) {
      throw why;
    }
    return idempotency.runOnce(
        key,
        tx -> {
          throw why;
        });
  }

  /**
   * Returns the permit limit of a tenant. Sandbox uploads wait for a row lock, so more permits
   * would be held without effect.
   */
  private static int maxPermits(Tenant tenant) {
    return tenant.environment() == Environment.SANDBOX ? 1 : Integer.MAX_VALUE;
  }

  private JsonNode createJob(
      Tx tx, Tenant tenant, UUID id, UploadParser.ParsedForm taken, int pages) {
    repo.checkSandboxQuota(tx, tenant, limits.sandboxJobQuota());
    ParsingJob job =
        repo.insert(
            tx,
            tenant,
            new JobRepo.NewJob(
                id,
                taken.user(),
                taken.needsHumanReview(),
                taken.files().size(),
                taken.bytes(),
                UploadRules.fileType(taken.files().getFirst()).contentType(),
                pages));
    store.store(tx, id, taken.files().stream().map(UploadParser.FilePart::path).toList());
    return job.toJson();
  }

  /** Returns the rejection that a retry of the same upload would get again. */
  private Optional<ServiceException> check(
      Tenant tenant, UploadParser.ParsedForm taken, int[] pages, boolean named) {
    if (!repo.userExists(tenant, taken.user()).await()) {
      return Optional.of(ServiceException.notFound("user"));
    }
    FeatureFlags on = featureFlags.of(tenant).await();
    if (taken.needsHumanReview() && !on.lab().contains(LabFeature.REPORT_HUMAN_REVIEW)) {
      return Optional.of(ServiceException.badRequest("report_human_review is off for this team"));
    }
    Optional<ServiceException> wrong = UploadRules.checkFiles(taken.files(), limits, named);
    if (wrong.isPresent() || !UploadRules.needsInspection(taken.files())) {
      return wrong;
    }
    List<Path> paths = taken.files().stream().map(UploadParser.FilePart::path).toList();
    ReportFileType media = UploadRules.fileType(taken.files().getFirst());
    try {
      pages[0] = reader.inspect(paths, media).await().pages();
      return pages[0] > limits.maxPages()
          ? Optional.of(
              UploadRules.unsupported(
                  UnsupportedReportFile.UnsupportedReason.TOO_MANY_PAGES, limits))
          : Optional.empty();
    } catch (Exception e) {
      // Catches all exceptions, because await rethrows checked ones.
      if (e instanceof UnsupportedReportFile unfit) {
        return Optional.of(UploadRules.unsupported(unfit.reason(), limits));
      }
      if (e instanceof ServiceException busy) {
        throw busy;
      }
      LOG.log(Level.ERROR, "upload: file not inspected: " + e.getClass().getSimpleName());
      throw ServiceException.unavailable(
          "the file cannot be inspected at the moment; try again", Duration.ofSeconds(5));
    }
  }
}
