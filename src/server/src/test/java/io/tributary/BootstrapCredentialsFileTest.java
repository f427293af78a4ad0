package io.tributary;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.db.SqlErrors;
import io.tributary.team.Bootstrap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootstrapCredentialsFileTest {
  private static final Bootstrap.FirstTeam PROPOSAL =
      new Bootstrap.FirstTeam(UUID.randomUUID(), UUID.randomUUID(), "key", "management", true);

  @Test
  void keysThatCannotBeKeptEndTheStartWithTheNameOfTheFile(@TempDir Path dir) throws IOException {
    Path path = Files.writeString(dir.resolve("no folder"), "").resolve("bootstrap.json");
    UncheckedIOException fault =
        assertThrows(
            UncheckedIOException.class,
            () -> new BootstrapCredentialsFile(path).writeIfAbsent(PROPOSAL));
    assertTrue(fault.getMessage().startsWith(path + " cannot be written"), fault.getMessage());
    // The exception comes from application code inside a transaction, so it is not a database
    // error.
    assertSame(fault, SqlErrors.translate(fault));
    assertFalse(SqlErrors.isTransientAtStart(fault));
  }
}
