package io.tributary.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs PostgreSQL's command-line programs.
 *
 * <p>They refuse to run as root. As root they are started in a user namespace without a UID
 * mapping: there they and root's files appear to have an unmapped owner, while the kernel still
 * grants them access to those files.
 */
final class PgPrograms {
  private static final Duration WAIT_INTERVAL = Duration.ofMillis(250);

  private final Path home;
  private final Path workDir;
  private final List<String> prefix;
  private final String version;

  private PgPrograms(Path home, Path workDir, List<String> prefix)
      throws InterruptedException, IOException, EmbeddedPostgresException {
    this.home = home;
    this.workDir = workDir;
    this.prefix = prefix;
    this.version = detectVersion();
  }

  /** Exit code and output of a program. */
  record Outcome(int exit, String output) {
    boolean isSuccess() {
      return exit == 0;
    }
  }

  /**
   * Determines how programs can run on this system. Their output goes through files in {@code
   * workDir}.
   */
  static PgPrograms detect(Path home, Path workDir)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    boolean root = AtomicFiles.effectiveUserId() == 0;
    return new PgPrograms(home, workDir, root ? List.of("unshare", "-U") : List.of());
  }

  /** Returns the version, such as {@code postgres (PostgreSQL) 18.6}. */
  String version() {
    return version;
  }

  /** Returns the major version, which must equal the cluster's PG_VERSION. */
  String majorVersion() {
    return version.replaceFirst(".* (\\d+)\\..*", "$1");
  }

  Outcome run(Duration limit, String program, String... arguments)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    return run(limit, elapsed -> {}, program, arguments);
  }

  /**
   * Runs a program until it exits, and kills it after the limit.
   *
   * @param tick called regularly with the elapsed time
   */
  Outcome run(Duration limit, Consumer<Duration> tick, String program, String... arguments)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    var command = new ArrayList<>(prefix);
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    // A file instead of a pipe, because a server that inherits the pipe would keep it open.
    var output = workDir.resolve(program + ".out");
    var builder = new ProcessBuilder(command).directory(workDir.toFile());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
    var began = Instant.now();
    var process = builder.start();
    try {
      while (!process.waitFor(WAIT_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        var elapsed = Duration.between(began, Instant.now());
        tick.accept(elapsed);
        if (elapsed.compareTo(limit) > 0) {
          throw new EmbeddedPostgresException(
              "%s did not finish within %d s: %s"
                  .formatted(program, limit.toSeconds(), Files.readString(output).strip()));
        }
      }
    } finally {
      process.destroyForcibly();
    }
    return new Outcome(process.exitValue(), Files.readString(output).strip());
  }

  private String detectVersion()
      throws IOException, InterruptedException, EmbeddedPostgresException {
    Outcome outcome;
    try {
      outcome = run(Duration.ofSeconds(20), "postgres", "--version");
    } catch (IOException e) {
      if (prefix.isEmpty()) throw new EmbeddedPostgresException(cannotRun(e.getMessage()), e);
      throw new EmbeddedPostgresException(rootRefused(e.getMessage()), e);
    }
    if (outcome.isSuccess()) return outcome.output();
    if (outcome.output().startsWith("unshare:") && !outcome.output().contains("/bin/postgres")) {
      throw new EmbeddedPostgresException(rootRefused(outcome.output()));
    }
    throw new EmbeddedPostgresException(cannotRun(outcome.output()));
  }

  private String rootRefused(String why) {
    return "PostgreSQL cannot run as root, and this system does not allow the workaround, a user namespace (\"unshare -U\": %s). Start Tributary as another user, or set TRIBUTARY_DB_URL to use a PostgreSQL of your own."
        .formatted(why);
  }

  private String cannotRun(String why) {
    var message =
        "The embedded PostgreSQL in %s cannot run here: %s. It needs glibc and a file system that is not mounted noexec"
            .formatted(home, why);
    return prefix.isEmpty()
        ? message + ". Otherwise set TRIBUTARY_DB_URL to use a PostgreSQL of your own."
        : message
            + " and, if started by root, parent directories that all belong to root. Otherwise"
            + " start Tributary as another user, or set TRIBUTARY_DB_URL to use a PostgreSQL of"
            + " your own.";
  }
}
