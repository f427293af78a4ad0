package io.tributary.testkit;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Searches for values in every column of every table, in the column statistics and in files. Used
 * to prove that erased data is gone.
 */
public final class StoredValueScanner {
  private static final String TABLES =
      """
      select relname::text as t from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       order by 1
      """;

  /** Most common values and histogram bounds of columns. */
  private static final String STATISTICS =
      """
      select s.tablename || '.' || s.attname as t, f as form
        from pg_stats s, unnest($1::text[]) f
       where s.schemaname = 'public'
         and strpos(coalesce(s.most_common_vals::text, '') || coalesce(s.histogram_bounds::text, '')
                      || coalesce(s.most_common_elems::text, ''), f) > 0
      """;

  private static final String FILES =
      """
      select n.name || ': ' || left(t.t, 12) as found
        from (select 'base/' || d.oid || '/' || f as name
                from pg_database d, pg_ls_dir('base/' || d.oid) f
               where d.datname = current_database()) n
       cross join lateral (select pg_read_binary_file(n.name, true) as bytes offset 0) f
       cross join unnest(?::text[]) t (t)
       where position(convert_to(t.t, 'UTF8') in f.bytes) > 0
      """;

  private final Db db;
  private final String url;

  /**
   * @param url URL of the database
   */
  public StoredValueScanner(Db db, String url) {
    this.db = db;
    this.url = url;
  }

  /**
   * Returns the name of each found value with the tables or columns that contain it, plain or
   * encoded as hex or Base64.
   */
  public Map<String, List<String>> find(Map<String, String> values) {
    Map<String, String> forms = new LinkedHashMap<>();
    values.forEach((name, value) -> encodings(value).forEach(f -> forms.put(f, name)));
    String[] all = forms.keySet().toArray(String[]::new);
    Map<String, List<String>> out = new TreeMap<>();
    for (String table : RowMapping.list(db.query(TABLES), r -> r.getString("t"))) {
      for (String form : formsFoundIn(table, all)) {
        add(out, forms.get(form), table + "." + firstColumnContaining(table, form));
      }
    }
    db.query(STATISTICS, (Object) all)
        .forEach(
            r -> add(out, forms.get(r.getString("form")), "statistics of " + r.getString("t")));
    return out;
  }

  private static void add(Map<String, List<String>> out, String name, String where) {
    List<String> places = out.computeIfAbsent(name, n -> new ArrayList<>());
    if (!places.contains(where)) {
      places.add(where);
    }
  }

  private List<String> formsFoundIn(String table, String[] forms) {
    return RowMapping.list(
        db.query(
            "select distinct f from unnest($1::text[]) f join \""
                + table
                + "\" t on strpos(t::text, f) > 0",
            (Object) forms),
        r -> r.getString("f"));
  }

  private String firstColumnContaining(String table, String form) {
    return RowMapping.first(
            db.query(
                "select j.key as c from \""
                    + table
                    + "\" t cross join lateral jsonb_each_text(to_jsonb(t)) j"
                    + " where strpos(j.value, $1) > 0 limit 1",
                form),
            r -> r.getString("c"))
        .orElse("?");
  }

  private static List<String> encodings(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    List<String> out = new ArrayList<>(List.of(value, HexFormat.of().formatHex(bytes)));
    if (value.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      out.add(value.replace("-", ""));
    }
    if (bytes.length > 11) {
      // Without the end, which depends on the following bytes.
      out.add(Base64.getEncoder().withoutPadding().encodeToString(bytes).substring(0, 16));
    }
    return out;
  }

  /** Returns the count and hash of the rows that contain a value, by table. */
  public Map<String, String> rowsContaining(String value) {
    Map<String, String> out = new TreeMap<>();
    for (String table : RowMapping.list(db.query(TABLES), r -> r.getString("t"))) {
      RowMapping.first(
              db.query(
                  "select count(*) || ' ' || md5(string_agg(md5(t::text), '' order by"
                      + " md5(t::text))) as h from \""
                      + table
                      + "\" t where strpos(t::text, $1) > 0 having count(*) > 0",
                  value),
              r -> r.getString("h"))
          .ifPresent(h -> out.put(table, h));
    }
    return out;
  }

  /**
   * Rewrites every table with VACUUM FULL and returns the database files that contain one of the
   * values.
   */
  public List<String> databaseFilesContaining(Collection<String> values) {
    try (Connection server = TestPostgres.connectAsSuperuser(url)) {
      try (var s = server.createStatement()) {
        for (String table : RowMapping.list(db.query(TABLES), r -> r.getString("t"))) {
          s.execute("vacuum full \"" + table + "\"");
        }
        s.execute("vacuum full pg_catalog.pg_statistic");
        s.execute("checkpoint");
      }
      try (PreparedStatement look = server.prepareStatement(FILES)) {
        look.setArray(1, server.createArrayOf("text", values.toArray()));
        List<String> found = new ArrayList<>();
        try (ResultSet rows = look.executeQuery()) {
          while (rows.next()) {
            found.add(rows.getString("found"));
          }
        }
        return found;
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the files below a folder that contain one of the values or have it in their path. */
  public static List<String> filesContaining(Path folder, Collection<String> values) {
    List<String> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        for (String v : values) {
          if (text.contains(v) || file.toString().contains(v)) {
            found.add(file + ": " + v);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
