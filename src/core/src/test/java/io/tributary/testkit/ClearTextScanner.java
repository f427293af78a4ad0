package io.tributary.testkit;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/**
 * Searches the database, its files and its write-ahead log for texts that must not be stored in
 * clear.
 */
public final class ClearTextScanner {
  /** Searches the files of the database, and the write-ahead log since the start. */
  private static final String FILE_SEARCH =
      """
      with texts as (
        select t, convert_to(t, 'UTF8') as bytes from unnest($1::text[]) t
      ), files as (
        select 'base/' || d.oid || '/' || f as name
          from pg_database d, pg_ls_dir('base/' || d.oid) f where d.datname = current_database()
         union all
        select 'pg_wal/' || name from pg_ls_waldir() where modification >= $2 - interval '1 second'
      )
      select n.name || ': ' || left(t.t, 4) as found
        from files n
       cross join lateral (select pg_read_binary_file(n.name, true) as bytes offset 0) f
       cross join texts t
       where position(t.bytes in f.bytes) > 0
      """
          .replaceAll("\\$[12]", "?");

  private final Db db;
  private final String url;
  private final Instant startedAt;

  /**
   * Starts at the current time.
   *
   * @param url URL of the database
   */
  public ClearTextScanner(Db db, String url) {
    this.db = db;
    this.url = url;
    this.startedAt =
        RowMapping.first(db.query("select clock_timestamp() as t"), r -> RowMapping.instant(r, "t"))
            .orElseThrow();
  }

  /** Returns the tables with rows that contain the text, plain or encoded as hex or Base64. */
  public List<String> tablesContaining(String text) {
    List<String> tables =
        RowMapping.list(
            db.query(
                "select relname::text from pg_class where relnamespace = 'public'::regnamespace"
                    + " and relkind in ('r', 'p') and not relispartition order by 1"),
            r -> r.getString("relname"));
    List<String> found = new ArrayList<>();
    for (String table : tables) {
      for (String form : encodings(text)) {
        boolean there =
            db.query(
                        "select 1 from \"" + table + "\" t where strpos(t::text, $1) > 0 limit 1",
                        form)
                    .size()
                > 0;
        if (there) {
          found.add(table);
        }
      }
    }
    return found;
  }

  private static List<String> encodings(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return List.of(
        text,
        HexFormat.of().formatHex(bytes),
        // Without the end, which depends on the following bytes.
        Base64.getEncoder().withoutPadding().encodeToString(bytes).substring(0, 16));
  }

  /** Returns the files of the database and of the write-ahead log that contain one of the texts. */
  public List<String> filesContaining(Collection<String> texts) {
    try (Connection server = TestPostgres.connectAsSuperuser(url)) {
      try (Statement flush = server.createStatement()) {
        flush.execute("checkpoint");
      }
      try (PreparedStatement look = server.prepareStatement(FILE_SEARCH)) {
        look.setArray(1, server.createArrayOf("text", texts.toArray()));
        look.setObject(2, startedAt.atOffset(ZoneOffset.UTC));
        try (ResultSet rows = look.executeQuery()) {
          List<String> found = new ArrayList<>();
          while (rows.next()) {
            found.add(rows.getString("found"));
          }
          return found;
        }
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
