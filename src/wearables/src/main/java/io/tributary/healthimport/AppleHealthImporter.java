package io.tributary.healthimport;

import io.tributary.core.ServiceException;
import io.tributary.model.NormalizedBatch;
import io.tributary.provider.apple.EcgReader;
import io.tributary.provider.apple.ExportReader;
import io.tributary.provider.apple.InvalidExportException;
import io.tributary.telemetry.Tracing;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipException;

/**
 * Runs an import from its last commit.
 *
 * <p>Runs on a virtual thread of the verticle's context, which executes one of them at a time and
 * switches only when one waits, for example in a commit. A node therefore uses at most one core for
 * reading files, however many imports run.
 */
final class AppleHealthImporter {
  private static final System.Logger LOG = System.getLogger(AppleHealthImporter.class.getName());

  private final ImportDependencies dependencies;
  private final ClaimedImport job;
  private final BooleanSupplier mayContinue;

  /**
   * @param mayContinue returns false if the node is stopping or the claim is lost
   */
  AppleHealthImporter(ImportDependencies parts, ClaimedImport job, BooleanSupplier mayGoOn) {
    this.dependencies = parts;
    this.job = job;
    this.mayContinue = mayGoOn;
  }

  /** Runs the import and returns the outcome for the metric. */
  String run() {
    Tracing.setSubject(job.id());
    try {
      if (job.attempt() > dependencies.settings().maxAttempts()) {
        return fail("the import was interrupted too often; upload the file again");
      }
      runPhases();
      dependencies.files().delete(job.id());
      return "success";
    } catch (InvalidExportException fault) {
      return fail(fault.getMessage());
    } catch (NoSuchFileException gone) {
      return fail("the uploaded file no longer exists; upload it again");
    } catch (ZipException | EOFException damaged) {
      return fail("the zip is damaged or incomplete");
    } catch (ImportAborted ended) {
      return end(ended.reason());
    } catch (IOException | RuntimeException trouble) {
      LOG.log(
          trouble instanceof ServiceException ? Level.WARNING : Level.ERROR,
          "import=" + job.id() + " interrupted, will be resumed",
          trouble);
      release(dependencies.settings().retryDelay(), false);
      return "put_back";
    }
  }

  /** Releases the import. If the database is unavailable, the lease expires by itself. */
  private void release(Duration wait, boolean forgive) {
    try {
      dependencies.repo().release(job, wait, forgive);
    } catch (RuntimeException away) {
      LOG.log(Level.WARNING, "import=" + job.id() + " not released: " + away.getMessage());
    }
  }

  private String end(ImportAborted.AbortReason why) {
    return switch (why) {
      case LOST -> "lost";
      case USER_GONE -> {
        ImportWriter.end(dependencies, job, "canceled", null);
        dependencies.files().delete(job.id());
        yield "canceled";
      }
      case STOPPING -> {
        release(Duration.ZERO, true);
        yield "put_back";
      }
    };
  }

  private String fail(String error) {
    ImportWriter.end(dependencies, job, "failure", error);
    dependencies.files().delete(job.id());
    LOG.log(Level.WARNING, "import=" + job.id() + " failed: " + error);
    return "failure";
  }

  private void runPhases() throws IOException {
    ImportWriter store = new ImportWriter(dependencies, job, mayContinue);
    ImportPhase phase = job.phase();
    String position = job.position();
    if (phase == ImportPhase.READ && position.isEmpty()) {
      store.connect();
    }
    try (ExportFile file =
        ExportFile.open(
            dependencies.files().path(job.id()),
            job.format(),
            dependencies.settings().maxUnpackedBytes(),
            dependencies.settings().maxRatio())) {
      if (phase == ImportPhase.READ) {
        read(store, file, position.isEmpty() ? 0 : Long.parseLong(position));
        phase = ImportPhase.ECG;
        position = "";
      }
      if (phase == ImportPhase.ECG) {
        recordings(store, file, position.isEmpty() ? 0 : Integer.parseInt(position));
        phase = ImportPhase.PRESSURE;
        position = "";
      }
      RecordAssembler joins = new RecordAssembler(dependencies.samples(), store, job.user(), file);
      while (phase != ImportPhase.FINISH) {
        joins.run(phase, position);
        phase = phase.next();
        position = "";
      }
    }
    store.finish();
  }

  private void read(ImportWriter store, ExportFile file, long from) throws IOException {
    ImportBatch portion = new ImportBatch(store::source);
    try (InputStream in = file.xml(from)) {
      ExportReader reader = new ExportReader(in, from, portion);
      Counter counter = new Counter(reader, file.length());
      boolean more = true;
      while (more) {
        more = reader.next();
        if (portion.size() >= dependencies.settings().batchSize() || counter.hasSkippedFar()) {
          store.commit(
              portion, ImportPhase.READ, Long.toString(reader.position()), counter.sinceLast());
        }
      }
      store.commit(portion, ImportPhase.ECG, "", counter.sinceLast());
    }
  }

  /** Counts what the reader has processed between commits. */
  private static final class Counter {
    /** Skipping this many bytes of irrelevant data counts as progress as well. */
    private static final long PROGRESS_BYTES = 64L << 20;

    private final ExportReader reader;
    private final long total;
    private long records;
    private long workouts;
    private long rejected;
    private long ignored;
    private long position;

    Counter(ExportReader reader, long total) {
      this.reader = reader;
      this.total = total;
      this.position = reader.position();
    }

    boolean hasSkippedFar() {
      return reader.position() - position > PROGRESS_BYTES;
    }

    ImportWriter.Counts sinceLast() {
      ImportWriter.Counts counts =
          new ImportWriter.Counts(
              reader.position(),
              total,
              reader.records() - records,
              reader.workouts() - workouts,
              reader.rejected() - rejected,
              reader.ignored() - ignored);
      records = reader.records();
      workouts = reader.workouts();
      rejected = reader.rejected();
      ignored = reader.ignored();
      position = reader.position();
      return counts;
    }
  }

  private void recordings(ImportWriter store, ExportFile file, int from) throws IOException {
    ImportBatch portion = new ImportBatch(store::source);
    for (int i = from; i < file.recordings(); i++) {
      NormalizedBatch.Builder out = NormalizedBatch.builder();
      try (InputStream in = file.recording(i)) {
        EcgReader.read(in, portion, out);
        portion.add(out.build());
      } catch (IllegalArgumentException | InvalidExportException unusable) {
        portion.addRejected(1);
      }
      store.commit(portion, ImportPhase.ECG, Integer.toString(i + 1), ImportWriter.Counts.NONE);
    }
    store.commit(portion, ImportPhase.PRESSURE, "", ImportWriter.Counts.NONE);
  }
}
