package io.tributary.tools.chaos;

import io.tributary.audit.AuditVerifier;
import io.tributary.audit.ChainCheckpoint;
import io.tributary.config.Defaults;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Verifies that the audit trail is unchanged and contains every chain head that a node has printed,
 * like {@code scripts/tributary audit verify --log}.
 */
final class AuditChecks {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private AuditChecks() {}

  /**
   * @param key the nodes' master key
   * @param logs log files of all nodes
   * @param say receives the defects of a chain
   */
  static List<ConsistencyCheck> verify(
      Vertx vertx, String database, byte[] key, List<Path> logs, Consumer<String> say)
      throws IOException {
    List<ChainCheckpoint> heads = heads(logs);
    List<AuditVerifier.Finding> chains = new ArrayList<>();
    Db db = Db.open(vertx, database, Defaults.config().db().withLimits(2, TIMEOUT, TIMEOUT));
    try {
      Vault vault = Vault.open(db, MasterKeys.of(key));
      new AuditVerifier(db, vault.installation(), heads).run(chains::add);
    } finally {
      db.close().await();
    }
    chains.forEach(
        c ->
            c.fault()
                .ifPresent(
                    f -> say.accept("AUDIT CHAIN " + c.chain() + " of " + c.node() + ": " + f)));
    return List.of(
        ConsistencyCheck.mustBeAtLeast("audit chains", 1, chains.size()),
        ConsistencyCheck.mustBeAtLeast(
            "  rows", 1, chains.stream().mapToLong(AuditVerifier.Finding::rows).sum()),
        ConsistencyCheck.info("  heads in logs", heads.size()),
        ConsistencyCheck.mustBeZero(
            "broken audit chains", chains.stream().filter(AuditChecks::isBroken).count()));
  }

  private static boolean isBroken(AuditVerifier.Finding chain) {
    return chain.fault().isPresent();
  }

  private static List<ChainCheckpoint> heads(List<Path> logs) throws IOException {
    List<ChainCheckpoint> out = new ArrayList<>();
    for (Path log : logs) {
      // A line that a kill cut off may end in the middle of a character, so a single-byte charset
      // is used.
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        lines.map(ChainCheckpoint::parse).flatMap(Optional::stream).forEach(out::add);
      }
    }
    return out;
  }
}
