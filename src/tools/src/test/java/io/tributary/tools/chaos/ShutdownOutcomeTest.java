package io.tributary.tools.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.tools.bench.SinkProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shutdown outcomes of nodes, with scripts in place of nodes. */
class ShutdownOutcomeTest {
  private static final int PATIENCE_SECONDS = 60;

  @Test
  void whoServedEndsWithNothingButZero(@TempDir Path dir) throws Exception {
    NodeProcess node = node(dir);
    serving(node, dir, 0);
    assertTrue(node.drain().isClean());
    serving(node, dir, 3);
    ShutdownOutcome bad = node.drain();
    assertFalse(bad.isClean());
    assertEquals("ended with 3", bad.describe());
    assertFalse(new ShutdownOutcome(OptionalInt.of(143), true).isClean());
    assertFalse(new ShutdownOutcome(OptionalInt.empty(), true).isClean());
  }

  @Test
  void whoDidNotServeYetMayEndByTheSignal(@TempDir Path dir) throws Exception {
    NodeProcess node = node(dir);
    // Output of the previous start does not count.
    serving(node, dir, 0);
    node.drain();
    script(dir, "exec sleep 600");
    node.start();
    ShutdownOutcome early = node.drain();
    assertEquals(new ShutdownOutcome(OptionalInt.of(143), false), early);
    assertTrue(early.isClean());
    assertFalse(new ShutdownOutcome(OptionalInt.of(1), false).isClean());
    assertFalse(new ShutdownOutcome(OptionalInt.empty(), false).isClean());
  }

  private static NodeProcess node(Path dir) {
    return new NodeProcess(List.of(dir), dir, "node", 1, Map.of(), Map.of());
  }

  private static void serving(NodeProcess node, Path dir, int code) throws IOException {
    Path up = dir.resolve("up");
    Files.deleteIfExists(up);
    script(
        dir,
        "trap 'exit %d' TERM; echo ready http://x; : > %s; while :; do sleep 0.02; done"
            .formatted(code, up));
    node.start();
    SinkProcess.await("it says that it is ready", PATIENCE_SECONDS, () -> Files.exists(up));
  }

  private static void script(Path dir, String lines) throws IOException {
    Path run = Files.createDirectories(dir.resolve("scripts")).resolve("run");
    Files.writeString(run, "#!/bin/sh\n" + lines + "\n");
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
  }
}
