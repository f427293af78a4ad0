package io.tributary.report.parsing;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.report.reader.ReaderService;
import io.tributary.report.reader.ReaderSettings;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Original files of reports, as reviewers see them. */
class OriginalFilesTest extends UploadTestBase {
  private static final Duration SOON = Duration.ofSeconds(25);

  private static Future<byte[]> image(OriginalFiles files, Tenant team, UUID job) {
    return files.image(team, job, "application/pdf", 1, 400, Optional::empty);
  }

  private static long failed(List<Future<byte[]>> pages) {
    return pages.stream().filter(Future::failed).count();
  }

  private int waitForTheFiles() {
    return seed.db
        .query(
            "select 1 from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock' and query like '%parsing_job_file%'")
        .size();
  }

  @Test
  void fewPagesAreDrawnAtOnceAndTheOthersAreToldToComeAgain() throws Exception {
    // Stops other access to the files.
    seed.stopWorker();
    ReaderService none = new ReaderService(seed.vertx, ReaderSettings.defaults());
    none.close();
    OriginalFiles files = seed.originals(none, Duration.ofSeconds(1));
    Tenant team = new Tenant(seed.first.team(), Environment.SANDBOX);
    Tenant other = new Tenant(UUID.randomUUID(), Environment.SANDBOX);
    List<UUID> jobs = new ArrayList<>();
    for (String content : List.of("first", "second", "third", "fourth")) {
      jobs.add(seed.uploadPdf(user, content));
    }
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Thread holder =
        Thread.ofVirtual()
            .start(
                () ->
                    seed.db.tx(
                        tx -> {
                          tx.query("lock table parsing_job_file in access exclusive mode");
                          held.countDown();
                          try {
                            return go.await(30, TimeUnit.SECONDS);
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        }));
    held.await();
    List<Future<byte[]>> pages = new ArrayList<>();
    try {
      // At most two for one team, whatever the reports.
      for (UUID job : jobs.subList(0, 3)) {
        pages.add(image(files, team, job));
      }
      eventually(SOON, () -> assertEquals(1, failed(pages)));
      eventually(SOON, () -> assertEquals(2, waitForTheFiles()));
      // For all three.
      pages.add(image(files, other, jobs.get(3)));
      eventually(SOON, () -> assertEquals(3, waitForTheFiles()));
      pages.add(image(files, other, jobs.get(3)));
      eventually(SOON, () -> assertEquals(2, failed(pages)));
      assertEquals(3, waitForTheFiles());
    } finally {
      go.countDown();
    }
    holder.join();
    eventually(SOON, () -> assertEquals(5, failed(pages)));
    for (Future<byte[]> page : pages) {
      ServiceException refusal = assertInstanceOf(ServiceException.class, page.cause());
      assertEquals(ServiceException.Reason.UNAVAILABLE, refusal.reason());
    }
    seed.startWorker();
  }

  @Test
  void aFileDeletedBeforeRenderingIsNotFoundAndADeliveredImageIsNotRenderedAgain()
      throws Exception {
    ReaderService none = new ReaderService(seed.vertx, ReaderSettings.defaults());
    none.close();
    OriginalFiles files = seed.originals(none, SOON);
    Tenant team = new Tenant(seed.first.team(), Environment.SANDBOX);
    UUID job = seed.uploadPdf(user, "gone");
    seed.db.query("delete from parsing_job_file where job_id = $1", job);
    Future<byte[]> page = image(files, team, job);
    eventually(SOON, () -> assertTrue(page.failed()));
    assertEquals(
        ServiceException.Reason.NOT_FOUND,
        assertInstanceOf(ServiceException.class, page.cause()).reason());
    byte[] picture = {1, 2, 3};
    Future<byte[]> kept =
        files.image(team, job, "application/pdf", 1, 400, () -> Optional.of(picture));
    eventually(SOON, () -> assertTrue(kept.succeeded()));
    assertArrayEquals(picture, kept.result());
  }
}
