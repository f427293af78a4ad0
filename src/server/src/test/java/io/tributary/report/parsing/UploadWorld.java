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

/** A world of its own for each class of tests of uploads; nothing of theirs stays on its disk. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UploadWorld {
  ReportWorld seed;
  UUID user;

  @BeforeAll
  void open(@TempDir Path data) {
    seed = Uploads.world(data);
    user = seed.user();
  }

  @BeforeEach
  void switchedOn() {
    seed.switches("report_parsing", "report_human_review");
  }

  @AfterAll
  void close() {
    // Senders who went away at the end of a test are noticed by then.
    eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), seed.leftovers()));
    seed.close();
    assertEquals(List.of(), seed.leftovers());
  }
}
