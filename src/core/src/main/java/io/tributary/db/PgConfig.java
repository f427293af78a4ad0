package io.tributary.db;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The text of the embedded server's settings files. */
final class PgConfig {
  /** What the launcher itself relies on; nobody may override these. */
  static final Set<String> FIXED =
      Set.of(
          "port",
          "listen_addresses",
          "unix_socket_directories",
          "password_encryption",
          "data_directory",
          "hba_file",
          "external_pid_file");

  /** Passwords and loopback only; replication and sockets are not offered at all. */
  static final String HBA =
      """
      # Written by Tributary.
      host all all 127.0.0.1/32 scram-sha-256
      """;

  private PgConfig() {}

  /**
   * The settings file. It names the release, so a server left over from an older release is seen to
   * differ and is started anew.
   */
  static String text(String version, int port, Map<String, String> overrides) {
    var all = new LinkedHashMap<>(defaults());
    all.putAll(overrides);
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(port));
    all.put("unix_socket_directories", "");
    all.put("password_encryption", "scram-sha-256");
    var text = new StringBuilder("# Written by Tributary at each start. ").append(version);
    text.append('\n');
    all.forEach(
        (name, value) ->
            text.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
    return text.toString();
  }

  private static Map<String, String> defaults() {
    var d = new LinkedHashMap<String, String>();
    // An acknowledged row survives anything but the loss of the disk.
    d.put("fsync", "on");
    d.put("synchronous_commit", "on");
    d.put("full_page_writes", "on");
    d.put("max_connections", "120");
    d.put("shared_buffers", "128MB");
    d.put("huge_pages", "off"); // "try" crashes in containers that promise more than they give
    d.put("max_wal_size", "1GB"); // bounds recovery: about 7 s here, 22 s with 4 GB
    d.put("wal_compression", "pglz"); // the only method this build has
    d.put("max_wal_senders", "0"); // nobody replicates from an embedded server
    d.put("jit", "off");
    d.put("timezone", "UTC");
    d.put("log_timezone", "UTC");
    d.put("lc_messages", "C");
    // A week of logs, one file per weekday.
    d.put("logging_collector", "on");
    d.put("log_directory", "log");
    d.put("log_filename", "postgresql-%a.log");
    d.put("log_file_mode", "0600");
    d.put("log_rotation_age", "1d");
    d.put("log_rotation_size", "0");
    d.put("log_truncate_on_rotation", "on");
    d.put("log_line_prefix", "%m [%p] ");
    // Statements, parameters and failing values may be health data. An error's own text can quote
    // the value ("invalid input syntax for type integer: ..."), and its detail the whole row, so
    // errors go to the client only; the server logs its own life (LOG, FATAL, PANIC), without
    // detail.
    d.put("log_min_messages", "log");
    d.put("log_min_error_statement", "panic");
    d.put("log_error_verbosity", "terse");
    d.put("log_statement", "none");
    d.put("log_min_duration_statement", "-1");
    d.put("log_parameter_max_length", "0");
    d.put("log_parameter_max_length_on_error", "0");
    return d;
  }
}
