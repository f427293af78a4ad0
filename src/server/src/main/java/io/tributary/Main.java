package io.tributary;

import io.tributary.cluster.Cluster;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.PortUnavailable;
import io.tributary.crypto.MasterKeys;
import io.tributary.db.DataDirectory;
import io.tributary.db.DataDirectoryInUse;
import io.tributary.db.DataDirectoryUnusable;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import io.tributary.db.Migrations;
import io.tributary.db.SqlErrors;
import io.tributary.log.LogConfigurator;
import io.tributary.team.Bootstrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Entry point of the service: {@code Main [--conf DIR]}.
 *
 * <p>Exit codes: 0 drained and stopped, 1 failed to start or to stop, 2 invalid configuration, 128
 * plus the signal number if a signal arrives during the start.
 */
public final class Main {
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
    Path conf = args.length == 2 && args[0].equals("--conf") ? Path.of(args[1]) : Path.of("conf");
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
      Migrations.run(url, config.db().startupTimeout());
      BootstrapCredentialsFile file = new BootstrapCredentialsFile(data.resolve("bootstrap.json"));
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
        announceReady(file, node, config.http().localUrl(node.port()));
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
        System.out::println);
  }

  private static boolean isTransient(ServiceConfig config, Throwable fault) {
    return SqlErrors.isTransientAtStart(fault)
        || config.cluster().enabled() && Cluster.isTransient(fault);
  }

  /** Makes the embedded server write its own log files in the configured format. */
  private static Map<String, String> embeddedLogSettings(ServiceConfig config) {
    return config.log().format().equals("json") ? Map.of("log_destination", "jsonlog") : Map.of();
  }

  private static void announceReady(BootstrapCredentialsFile file, Node node, String base) {
    Bootstrap.FirstTeam first = node.firstTeam();
    file.update(base, first);
    if (first.created()) {
      System.out.println(
          """

          Made a sandbox team. These keys are shown once and kept in %s:
            API key         %s
            management key  %s
            team            %s
          Try:
            curl -H 'x-service-api-key: %s' %s/v2/user
            API document    %s/openapi.json
          """
              .formatted(
                  file.path(),
                  first.apiKey(),
                  first.managementKey(),
                  first.team(),
                  first.apiKey(),
                  base,
                  base));
    }
    System.out.println("ready " + base);
    System.out.flush();
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
