package io.tributary;

import io.tributary.audit.AuditVerifier;
import io.tributary.audit.ChainCheckpoint;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.ProgramHelp;
import io.tributary.crypto.Vault;
import io.tributary.db.DataDirectory;
import io.tributary.db.DataDirectoryInUse;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Command that verifies the audit trail: {@code scripts/tributary audit verify}. The service may be
 * running.
 *
 * <p>Exit codes: 0 no alteration found, 1 rows were altered, are missing or were cut off, 2 not
 * verified.
 */
public final class VerifyAuditCommand {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String USAGE =
      """
      Verifies the audit trail, also against chain heads in log files. The service may be running.
      Exit status 0: no alteration found. 1: a row was changed, removed or cut off. 2: not verified.

        scripts/tributary audit verify [--conf DIR] [--log FILE]…

        --conf DIR   directory of service.json and providers.json; default: conf
        --log FILE   log file with chain heads; can be repeated
        --help       print this text
        --version    print the version
      """;

  private VerifyAuditCommand() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String[] args) {
    Optional<String> help = ProgramHelp.answer(args, USAGE, VerifyAuditCommand.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return 0;
    }
    Path conf = Path.of("conf");
    List<Path> logs = new ArrayList<>();
    boolean verify = false;
    for (int i = 0; i < args.length; i++) {
      boolean more = i + 1 < args.length;
      if (args[i].equals("verify") && !verify) {
        verify = true;
      } else if (args[i].equals("--log") && more) {
        logs.add(Path.of(args[++i]));
      } else if (args[i].equals("--conf") && more) {
        conf = Path.of(args[++i]);
      } else {
        verify = false;
        break;
      }
    }
    if (!verify) {
      System.err.println(USAGE.stripTrailing());
      return 2;
    }
    try {
      return verify(ConfigLoader.load(conf, System.getenv()), readCheckpoints(logs));
    } catch (ConfigException
        | EmbeddedPostgresException
        | DataDirectoryInUse
        | IOException
        | RuntimeException e) {
      System.err.println("Not verified: " + e.getMessage());
      return 2;
    }
  }

  private static List<ChainCheckpoint> readCheckpoints(List<Path> logs) throws IOException {
    List<ChainCheckpoint> out = new ArrayList<>();
    for (Path log : logs) {
      // ISO 8859-1 accepts every byte sequence, so invalid UTF-8 in a log does not stop the
      // verification.
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        lines.map(ChainCheckpoint::parse).flatMap(Optional::stream).forEach(out::add);
      }
    }
    if (!logs.isEmpty()) {
      System.out.println("chain heads found in logs: " + out.size());
    }
    return out;
  }

  private static int verify(ServiceConfig config, List<ChainCheckpoint> heads)
      throws IOException, EmbeddedPostgresException, DataDirectoryInUse {
    Path data = config.data().dir();
    if (MasterKeyLoader.isKeptInDataDirectory(config.master())
        && !Files.exists(data.resolve("secret.key"))) {
      // Without this check the loader would generate a new key, which verifies nothing.
      throw new IllegalStateException("there is no master key in " + data);
    }
    if (!config.db().url().isEmpty()) {
      return verify(config, config.db().url(), heads);
    }
    Path postgres = data.resolve("postgres");
    Optional<String> running = EmbeddedPostgres.runningUrl(postgres);
    if (running.isPresent()) {
      return verify(config, running.get(), heads);
    }
    try (DataDirectory lock = DataDirectory.lock(data);
        EmbeddedPostgres own =
            EmbeddedPostgres.start(
                new EmbeddedPostgres.Settings(
                    lock.path().resolve("postgres"), config.db().startupTimeout(), Map.of()),
                line -> {})) {
      return verify(config, own.url(), heads);
    }
  }

  private static int verify(ServiceConfig config, String url, List<ChainCheckpoint> heads)
      throws IOException {
    Vertx vertx = Vertx.vertx();
    try {
      // Long timeouts: no client waits for this command, and a busy machine must not be mistaken
      // for an unavailable database.
      Db db = Db.open(vertx, url, config.db().withLimits(2, TIMEOUT, TIMEOUT.multipliedBy(10)));
      try {
        Vault vault = Vault.open(db, MasterKeyLoader.load(config.master(), config.data().dir()));
        return report(new AuditVerifier(db, vault.installation(), heads));
      } finally {
        db.close().await();
      }
    } finally {
      vertx.close().await();
    }
  }

  private static int report(AuditVerifier verifier) {
    AtomicInteger chains = new AtomicInteger();
    AtomicInteger bad = new AtomicInteger();
    AtomicLong rows = new AtomicLong();
    verifier.run(
        f -> {
          chains.incrementAndGet();
          rows.addAndGet(f.rows());
          f.fault().ifPresent(x -> bad.incrementAndGet());
          System.out.printf(
              "chain %d  node %s  rows %d%s  %s%n",
              f.chain(),
              f.node(),
              f.rows(),
              f.from() > 1 ? " from " + f.from() : "",
              f.fault().map(x -> "BAD: " + x).orElse("ok"));
        });
    System.out.printf("%d chains, %d rows, %d bad%n", chains.get(), rows.get(), bad.get());
    return bad.get() == 0 ? 0 : 1;
  }
}
