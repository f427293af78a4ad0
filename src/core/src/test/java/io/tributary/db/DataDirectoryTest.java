package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path temp;

  @Test
  void theDirectoryIsMadeForItsOwnerOnly() throws Exception {
    try (var lock = DataDirectory.lock(temp.resolve("a/b"))) {
      var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(lock.path()));
      assertEquals("rwx------", mode);
    }
  }

  @Test
  void aSecondHolderIsToldWhoHasIt() throws Exception {
    try (var lock = DataDirectory.lock(temp)) {
      for (int tries = 0; tries < 2; tries++) { // a failed attempt must not free the first lock
        var e = assertThrows(DataDirectoryInUse.class, () -> DataDirectory.lock(temp));
        assertTrue(e.getMessage().contains("pid " + ProcessHandle.current().pid()), e::getMessage);
      }
    }
    assertDoesNotThrow(() -> DataDirectory.lock(temp).close());
  }

  @Test
  void theLockOfAnotherProcessEndsWithIt() throws Exception {
    var other = DataDirectoryProcess.launch(temp);
    try {
      assertEquals("locked", other.inputReader().readLine());
      var e = assertThrows(DataDirectoryInUse.class, () -> DataDirectory.lock(temp));
      assertTrue(e.getMessage().contains("(pid " + other.pid() + ")"), e::getMessage);
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertDoesNotThrow(() -> DataDirectory.lock(temp).close());
  }

  @Test
  void ofTwoThatStartAtTheSameTimeOneIsToldThatTheOtherHasIt() throws Exception {
    for (int round = 0; round < 50; round++) {
      var dir = temp.resolve("round-" + round);
      var together = new CyclicBarrier(2);
      Callable<String> start =
          () -> {
            together.await();
            try {
              DataDirectory.lock(dir);
              return "locked";
            } catch (DataDirectoryInUse e) {
              return "in use";
            }
          };
      try (var two = Executors.newFixedThreadPool(2)) {
        var outcomes = new ArrayList<String>();
        for (var outcome : two.invokeAll(List.of(start, start))) outcomes.add(outcome.get());
        outcomes.sort(null);
        assertEquals(List.of("in use", "locked"), outcomes);
      }
    }
  }

  @Test
  void aFileInTheWayIsNamed() throws IOException {
    var file = Files.createFile(temp.resolve("data"));
    var e = assertThrows(DataDirectoryUnusable.class, () -> DataDirectory.lock(file));
    assertTrue(e.getMessage().contains(file + " is not a directory"), e::getMessage);
    var below =
        assertThrows(DataDirectoryUnusable.class, () -> DataDirectory.lock(file.resolve("deeper")));
    assertTrue(below.getMessage().contains(file.toString()), below::getMessage);
  }

  @Test
  void aDirectoryOfAnotherUserIsRefusedInPlainWords() throws IOException {
    // Root can give a file away; any other user uses a directory of root.
    boolean root = AtomicFiles.effectiveUserId() == 0;
    Path foreign = root ? temp : Path.of("/");
    int owner = root ? 12345 : 0;
    if (root) {
      Files.setAttribute(temp, "unix:uid", owner);
    }
    try {
      var e = assertThrows(DataDirectoryUnusable.class, () -> DataDirectory.lock(foreign));
      assertTrue(e.getMessage().contains("belongs to user id " + owner), e::getMessage);
    } finally {
      if (root) {
        Files.setAttribute(temp, "unix:uid", 0);
      }
    }
  }
}
