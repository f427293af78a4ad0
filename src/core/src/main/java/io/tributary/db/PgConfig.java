package io.tributary.db;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Content of the settings files of the embedded server. */
final class PgConfig {
  /** Settings that the launcher relies on and that cannot be overridden. */
  static final Set<String> RESERVED =
      Set.of(
          "port",
          "listen_addresses",
          "unix_socket_directories",
          "password_encryption",
          "data_directory",
          "hba_file",
          "external_pid_file");

  /** Password authentication on loopback only; no replication and no sockets. */
  static final String HBA =
      """
      # Written by Tributary.
      host all all 127.0.0.1/32 scram-sha-256
      """;

  private PgConfig() {}

  /**
   * Returns the settings file. It contains the release, so that a server left over from an older
   * release differs and is restarted.
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
    // Full durability: acknowledged rows survive everything except the loss of the disk.
    d.put("fsync", "on");
    d.put("synchronous_commit", "on");
    d.put("full_page_writes", "on");
    d.put("max_connections", "120");
    d.put("shared_buffers", "128MB");
    d.put(
        "huge_pages",
        "off"); // "try" crashes in containers that offer fewer huge pages than they report
    d.put("max_wal_size", "1GB"); // bounds crash recovery: about 7 s here, 22 s with 4 GB
    d.put("wal_compression", "pglz"); // the only method in this build
    d.put("max_wal_senders", "0"); // an embedded server has no standbys
    d.put("jit", "off");
    d.put("timezone", "UTC");
    d.put("log_timezone", "UTC");
    d.put("lc_messages", "C");
    // Keeps one week of logs, one file per weekday.
    d.put("logging_collector", "on");
    d.put("log_directory", "log");
    d.put("log_filename", "postgresql-%a.log");
    d.put("log_file_mode", "0600");
    d.put("log_rotation_age", "1d");
    d.put("log_rotation_size", "0");
    d.put("log_truncate_on_rotation", "on");
    d.put("log_line_prefix", "%m [%p] ");
    // Statements, parameters and rejected values may be health data. The text of an error can quote
    // the value ("invalid input syntax for type integer: ..."), and its detail the entire row.
    // Therefore errors go to the client only, and the server logs only its own events (LOG, FATAL,
    // PANIC), without detail.
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
