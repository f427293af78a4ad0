package io.tributary.report.parsing;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A {@link ReportParsingFixture} for each upload test class, which must leave no file on the disk.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UploadTestBase {
  ReportParsingFixture seed;
  UUID user;

  @BeforeAll
  void open(@TempDir Path data) {
    seed = UploadFixtures.storeOnlyFixture(data);
    user = seed.user();
  }

  @BeforeEach
  void switchedOn() {
    seed.switches("report_parsing", "report_human_review");
  }

  @AfterAll
  void close() {
    // By then the node has detected clients that disconnected at the end of a test.
    eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), seed.remainingFiles()));
    seed.close();
    assertEquals(List.of(), seed.remainingFiles());
  }
}
