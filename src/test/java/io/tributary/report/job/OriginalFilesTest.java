package io.tributary.report.job;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.kernel.Refusal;
import io.tributary.report.reader.ReaderSettings;
import io.tributary.report.reader.Readers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Files of reports for those who review them. */
class OriginalFilesTest extends UploadWorld {
  private static final Duration SOON = Duration.ofSeconds(20);

  private int waitForTheFiles() {
    return seed.db
        .query(
            "select 1 from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock' and query like '%parsing_job_file%'")
        .size();
  }

  @Test
  void fewPagesAreDrawnAtOnceAndTheOthersAreToldToComeAgain() throws Exception {
    // Nobody else is to look at the files.
    seed.stopWorker();
    Readers none = new Readers(seed.vertx, ReaderSettings.defaults());
    none.close();
    OriginalFiles files = seed.originals(none);
    UUID first = seed.accepted(user, "first");
    UUID second = seed.accepted(user, "second");
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
      // Of one report two at the most, of all three.
      for (UUID job : List.of(first, first, first, second, second)) {
        pages.add(files.image(job, "application/pdf", 1, 400));
      }
      eventually(SOON, () -> assertEquals(2, pages.stream().filter(Future::failed).count()));
      assertEquals(3, waitForTheFiles());
    } finally {
      go.countDown();
    }
    holder.join();
    eventually(SOON, () -> assertEquals(5, pages.stream().filter(Future::failed).count()));
    for (Future<byte[]> page : pages) {
      Refusal refusal = assertInstanceOf(Refusal.class, page.cause());
      assertEquals(Refusal.Reason.UNAVAILABLE, refusal.reason());
    }
  }
}
