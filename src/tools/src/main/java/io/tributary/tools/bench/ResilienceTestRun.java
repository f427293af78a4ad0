package io.tributary.tools.bench;

import io.tributary.core.ProgramHelp;
import io.tributary.db.EmbeddedPostgres;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Command line of a resilience test, with a working directory and a PostgreSQL of its own. */
public final class ResilienceTestRun {
  private static final Pattern OPTION = Pattern.compile("\\[--(\\w+) (\\S+)]");

  /** Work of a resilience test; returns whether all checks passed. */
  interface ResilienceScenario {
    boolean run(Path root, Path work, String database) throws Exception;
  }

  private final String name;
  private final Map<String, String> options;

  private ResilienceTestRun(String name, Map<String, String> options) {
    this.name = name;
    this.options = options;
  }

  /**
   * Parses the options. Prints the usage and exits with 0 for {@code --help}, and with 2 if they
   * are invalid.
   *
   * @param usage name of the test, then each option with its default: {@code [--kills 3]}
   */
  static ResilienceTestRun of(String usage, String[] args) {
    Optional<String> help = ProgramHelp.answer(args, usage, ResilienceTestRun.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      System.exit(0);
    }
    Map<String, String> options = new LinkedHashMap<>();
    for (MatchResult m : OPTION.matcher(usage).results().toList()) {
      options.put(m.group(1), m.group(2));
    }
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length
          || !args[i].startsWith("--")
          || options.replace(args[i].substring(2), args[i + 1]) == null) {
        System.err.println(usage);
        System.exit(2);
      }
    }
    return new ResilienceTestRun(usage.substring(0, usage.indexOf(' ')), options);
  }

  int number(String option) {
    return Integer.parseInt(options.get(option));
  }

  String text(String option) {
    return options.get(option);
  }

  double fraction(String option) {
    return Double.parseDouble(options.get(option));
  }

  long seed() {
    return Long.parseLong(options.get("seed"));
  }

  /**
   * Runs the test and exits with 0 if all checks passed; otherwise exits with 1 and keeps the
   * files.
   */
  void run(ResilienceScenario course) throws Exception {
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-" + name + "-");
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            new EmbeddedPostgres.Settings(
                work.resolve("postgres"), Duration.ofMinutes(2), Map.of()),
            line -> {});
    boolean good;
    try {
      good = course.run(root, work, postgres.url());
    } finally {
      postgres.stop();
    }
    if (good) {
      BenchEnvironment.delete(work);
    }
    System.exit(good ? 0 : 1);
  }

  public static long count(String database, String sql) {
    try (Connection c = connect(database);
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery(sql)) {
      r.next();
      return r.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Connection connect(String database) throws SQLException {
    URI uri = URI.create(database);
    String[] login = uri.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()),
        login[0],
        login[1]);
  }
}
