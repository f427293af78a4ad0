package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines of the programs of the service. */
class ProgramsTest {
  @TempDir Path dir;

  private record Outcome(int status, String out, String err) {}

  private Outcome run(Class<?> program, String argument) throws Exception {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                "--conf",
                "conf",
                argument)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("TRIBUTARY_DATA_DIR", dir.resolve("data").toString());
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    assertFalse(Files.exists(dir.resolve("data")), "nothing was started");
    return new Outcome(process.exitValue(), read(out), read(err));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Main.class,
        DiagnoseCommand.class,
        RotateMasterKeyCommand.class,
        VerifyAuditCommand.class
      })
  void helpAndVersionArePrintedAndAnUnknownArgumentIsRejected(Class<?> program) throws Exception {
    Outcome help = run(program, "--help");
    assertEquals(0, help.status(), help.err());
    assertTrue(help.out().contains("--conf DIR"), help.out());

    assertEquals(
        new Outcome(0, "tributary development" + System.lineSeparator(), ""),
        run(program, "--version"));

    Outcome unknown = run(program, "--nonsense");
    assertEquals(2, unknown.status());
    assertEquals("", unknown.out());
    assertTrue(unknown.err().contains("--conf DIR"), unknown.err());
  }

  @Test
  void theLastConfDirectoryCounts() {
    assertEquals(Path.of("conf"), ConfArgument.parse(new String[0]));
    assertEquals(Path.of("b"), ConfArgument.parse(new String[] {"--conf", "a", "--conf", "b"}));
    for (List<String> wrong :
        List.of(List.of("x"), List.of("--conf"), List.of("--conf", "a", "--port"))) {
      assertThrows(
          IllegalArgumentException.class, () -> ConfArgument.parse(wrong.toArray(String[]::new)));
    }
  }
}
