package io.tributary;

import io.tributary.cluster.Cluster;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.PortUnavailable;
import io.tributary.core.ProgramHelp;
import io.tributary.crypto.MasterKeys;
import io.tributary.db.DataDirectory;
import io.tributary.db.DataDirectoryInUse;
import io.tributary.db.DataDirectoryUnusable;
import io.tributary.db.DatabaseAddress;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import io.tributary.db.Migrations;
import io.tributary.db.SqlErrors;
import io.tributary.log.LogConfigurator;
import io.tributary.team.Bootstrap;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Entry point of the service: {@code Main [--conf DIR]}.
 *
 * <p>Exit codes: 0 drained and stopped, 1 failed to start or to stop, 2 invalid argument or
 * configuration, 128 plus the signal number if a signal arrives during the start.
 */
public final class Main {
  private static final String USAGE =
      """
      Starts the Tributary service. Ctrl-C or SIGTERM finishes running work and stops it.

        io.tributary.Main [--conf DIR]

        --conf DIR   directory of service.json and providers.json; default: conf
        --help       print this text
        --version    print the version

      Settings are environment variables that begin with TRIBUTARY_; src/docs/configuration.md lists them.
      """;

  private Main() {}

  public static void main(String[] args) {
    int status = 1;
    try {
      status = run(args);
    } catch (Throwable t) {
      System.getLogger(Main.class.getName()).log(System.Logger.Level.ERROR, "ended by", t);
    } finally {
      // Exit explicitly, also after an error: remaining non-daemon threads would keep alive a
      // process that serves no requests.
      System.exit(status);
    }
  }

  private static int run(String[] args) {
    Optional<String> help = ProgramHelp.answer(args, USAGE, Main.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return 0;
    }
    Path conf;
    try {
      conf = ConfArgument.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n\n" + USAGE.stripTrailing());
      return 2;
    }
    ServiceConfig config;
    try {
      config = ConfigLoader.load(conf, System.getenv());
    } catch (ConfigException e) {
      System.err.println(e.getMessage());
      return 2;
    }
    try (DataDirectory data = DataDirectory.lock(config.data().dir())) {
      return serve(config, data.path());
    } catch (DataDirectoryInUse | DataDirectoryUnusable | EmbeddedPostgresException e) {
      System.err.println(e.getMessage());
      return 1;
    } catch (PortUnavailable e) {
      System.err.println("cannot start: " + e.getMessage());
      return 1;
    } catch (Exception e) {
      System.err.println("cannot start: " + e.getMessage());
      System.getLogger(Main.class.getName()).log(System.Logger.Level.ERROR, "start failed", e);
      return 1;
    }
  }

  private static int serve(ServiceConfig config, Path data) throws Exception {
    String name = nodeName(config, data);
    LogConfigurator.apply(config.log(), name);
    MasterKeys masters = MasterKeyLoader.load(config.master(), data);
    try (EmbeddedPostgresSupervisor postgres =
        config.db().url().isEmpty() ? startEmbeddedPostgres(config, data) : null) {
      String url = postgres == null ? config.db().url() : postgres.url();
      printProgress("migrating the database");
      Migrations.run(url, config.db().startupTimeout());
      BootstrapCredentialsFile file = new BootstrapCredentialsFile(data.resolve("bootstrap.json"));
      printProgress("starting the node");
      ShutdownSignal signal = ShutdownSignal.listen();
      Node node =
          new StartupRetry(
                  config.db().startupTimeout(), fault -> isTransient(config, fault), signal::pause)
              .run(() -> Node.start(config, name, url, masters, file::writeIfAbsent));
      if (!signal.startServing()) {
        // The thread of the signal handler ends the process with its exit status.
        new CountDownLatch(1).await();
      }
      try {
        announceReady(config, data.toAbsolutePath().normalize(), file, node);
        signal.await();
        System.out.println("stopping");
      } finally {
        node.stop();
      }
    }
    System.out.println("stopped");
    System.out.flush();
    return 0;
  }

  private static EmbeddedPostgresSupervisor startEmbeddedPostgres(ServiceConfig config, Path data)
      throws EmbeddedPostgresException {
    return EmbeddedPostgresSupervisor.start(
        new EmbeddedPostgres.Settings(
            data.resolve("postgres"), config.db().startupTimeout(), embeddedLogSettings(config)),
        Main::printProgress);
  }

  private static boolean isTransient(ServiceConfig config, Throwable fault) {
    return SqlErrors.isTransientAtStart(fault)
        || config.cluster().enabled() && Cluster.isTransient(fault);
  }

  /** Makes the embedded server write its own log files in the configured format. */
  private static Map<String, String> embeddedLogSettings(ServiceConfig config) {
    return config.log().format().equals("json") ? Map.of("log_destination", "jsonlog") : Map.of();
  }

  private static void printProgress(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static void announceReady(
      ServiceConfig config, Path data, BootstrapCredentialsFile file, Node node) {
    Bootstrap.FirstTeam first = node.firstTeam();
    String base = config.http().localUrl(node.port());
    file.update(base, first);
    Path keys = data.resolve(file.path().getFileName());
    if (first.created()) {
      System.out.print(StartMessages.firstTeam(first, keys, base, isTerminal()));
    }
    System.out.print(
        StartMessages.banner(
            ProgramHelp.version(Main.class),
            base,
            config.db().url().isEmpty() ? "embedded" : DatabaseAddress.of(config.db().url()),
            data,
            file.hasKeys() ? keys.toString() : "not stored on this node",
            MasterKeyLoader.location(config.master(), data)));
    System.out.println("ready " + base);
    System.out.flush();
  }

  /** Returns whether standard output is a terminal. {@code scripts/run} sets the property. */
  private static boolean isTerminal() {
    String property = System.getProperty("tributary.terminal");
    if (property != null) {
      return Boolean.parseBoolean(property);
    }
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      // Before JDK 22 there is a console only if standard input and output are a terminal.
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /**
   * Returns the configured node name, or one that is generated once and kept in the data directory.
   */
  private static String nodeName(ServiceConfig config, Path data) throws IOException {
    if (!config.node().name().isEmpty()) {
      return config.node().name();
    }
    Path file = data.resolve("node.id");
    if (!Files.exists(file)) {
      Path temp = Files.createTempFile(data, "node", ".tmp");
      Files.writeString(temp, Ids.randomHex(6) + "\n");
      Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return Files.readString(file).strip();
  }
}
