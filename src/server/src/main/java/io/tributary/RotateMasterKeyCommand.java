package io.tributary;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.ProgramHelp;
import io.tributary.crypto.MasterKeyRotation;
import io.tributary.crypto.MasterKeys;
import io.tributary.db.DataDirectory;
import io.tributary.db.DataDirectoryInUse;
import io.tributary.db.DataDirectoryUnusable;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import io.tributary.db.Migrations;
import io.tributary.db.Tx;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Command that rotates the master key: {@code scripts/tributary rotate-master-key}. An interrupted
 * rotation can be run again.
 *
 * <p>Exit codes: 0 done, 1 not done, 2 invalid argument or configuration.
 */
public final class RotateMasterKeyCommand {
  private static final String USAGE =
      """
      Replaces the master key. With the embedded PostgreSQL, stop the service first. An interrupted
      rotation can be run again.

        scripts/tributary rotate-master-key [--conf DIR]

        --conf DIR   directory of service.json and providers.json; default: conf
        --help       print this text
        --version    print the version
      """;

  private RotateMasterKeyCommand() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String[] args) {
    Optional<String> help = ProgramHelp.answer(args, USAGE, RotateMasterKeyCommand.class);
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
    boolean ours = MasterKeyLoader.isKeptInDataDirectory(config.master());
    if (!ours && config.master().nextKey().isEmpty()) {
      System.err.println(
          "The master key is not stored in the data directory: put the new key, the base64 of 32"
              + " bytes, into TRIBUTARY_MASTER_NEXT_KEY, for this command and for every node.");
      return 2;
    }
    try (DataDirectory data = DataDirectory.lock(config.data().dir())) {
      if (ours) {
        MasterKeyLoader.generateNext(data.path());
      }
      int keys = rewrap(config, data.path());
      if (ours && config.master().nextKey().isEmpty()) {
        MasterKeyLoader.promoteNext(data.path());
      }
      System.out.println(
          "wrapped "
              + keys
              + (keys == 1 ? " key" : " keys")
              + " with the new master key. "
              + (ours && config.master().nextKey().isEmpty()
                  ? "It is in "
                      + data.path().resolve("secret.key")
                      + "; keep a copy of it separate"
                      + " from backups of the database."
                  : "Now configure it on every node in place of the old one."));
      return 0;
    } catch (DataDirectoryInUse | DataDirectoryUnusable | EmbeddedPostgresException e) {
      System.err.println(e.getMessage());
      return 1;
    } catch (IOException | RuntimeException e) {
      System.err.println(e.getMessage());
      System.err.println(
          "Not finished. The keys may be wrapped by either master key: keep both"
              + (ours ? ", secret.key and secret.key.next," : "")
              + " and run this again.");
      return 1;
    }
  }

  private static int rewrap(ServiceConfig config, Path data)
      throws IOException, EmbeddedPostgresException {
    MasterKeys masters = MasterKeyLoader.load(config.master(), data).withNextInUse();
    if (!config.db().url().isEmpty()) {
      return rewrap(config, config.db().url(), masters);
    }
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            new EmbeddedPostgres.Settings(
                data.resolve("postgres"), config.db().startupTimeout(), Map.of()),
            line -> {})) {
      return rewrap(config, postgres.url(), masters);
    }
  }

  private static int rewrap(ServiceConfig config, String url, MasterKeys masters) {
    Migrations.run(url);
    Vertx vertx = Vertx.vertx();
    try {
      Db db = Db.open(vertx, url, config.db());
      try {
        int keys = MasterKeyRotation.run(db, masters);
        db.tx(tx -> recordAudit(tx, keys));
        return keys;
      } finally {
        db.close().await();
      }
    } finally {
      vertx.close().await();
    }
  }

  private static int recordAudit(Tx tx, int keys) {
    if (keys > 0) {
      SystemAuditEvents.recordInstallationEvent(tx, "rekey", "wrapped with another master key");
    }
    return keys;
  }
}
