package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Reports that clients send to be read.
 *
 * @param preset which limits hold where {@link #limits} names none: {@code seed} or {@code
 *     reference}
 * @param limits of uploads; 0 = as the preset says
 * @param fileRetentionDays how long files are kept after their upload
 * @param uploads taken in at once on this node; more get 503
 * @param keepFree bytes of the disk that uploads leave free
 * @param slots jobs that this node has claimed at once
 * @param lease how long a claimed job is safe from another claim without a heartbeat
 * @param claimEvery how often waiting jobs are looked for without being told
 * @param tries after so many broken attempts a job fails
 * @param retryWaits pauses after the first, second, … broken attempt
 * @param tryLimit how long a reader may work on one report
 * @param maxEventBytes of a body; an event that would be larger leaves the results out
 * @param intake how uploads share the node
 * @param readers the processes that read files
 * @param meaning how sure a reading has to be
 * @param loinc how printed names become codes
 * @param review people looking at what was read
 */
public record ReportConfig(
    String preset,
    Limits limits,
    int fileRetentionDays,
    int uploads,
    long keepFree,
    int slots,
    Duration lease,
    Duration claimEvery,
    int tries,
    List<Duration> retryWaits,
    Duration tryLimit,
    int maxEventBytes,
    Intake intake,
    Readers readers,
    Meaning meaning,
    Loinc loinc,
    Review review) {
  private static final Limits SEED = new Limits(10L << 20, 1, 10L << 20, 30, 300);
  private static final Limits REFERENCE = new Limits(30L << 20, 8, 30L << 20, 30, 300);

  public ReportConfig {
    retryWaits = List.copyOf(retryWaits);
    ConfigValidator.of("report_parsing")
        .matches("preset", preset, "seed|reference")
        .range("file_retention_days", fileRetentionDays, 1, 36_500)
        .range("uploads", uploads, 1, 1000)
        .range("keep_free", keepFree, 0, Long.MAX_VALUE)
        .range("slots", slots, 1, 64)
        .atLeast("lease", lease, Duration.ofMillis(200))
        .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
        .range("tries", tries, 1, 100)
        .range("retry_waits (how many)", retryWaits.size(), 1, 100)
        .atLeast("try_limit", tryLimit, Duration.ofMillis(100))
        .range("max_event_bytes", maxEventBytes, 1024, 1 << 30)
        .done();
  }

  /**
   * @param maxFileBytes of one file
   * @param maxFiles of one report; several are images of one page each
   * @param maxTotalBytes of all files of a report
   * @param maxPages of a PDF
   * @param sandboxJobQuota jobs of a team in the sandbox that have not failed
   */
  public record Limits(
      long maxFileBytes, int maxFiles, long maxTotalBytes, int maxPages, int sandboxJobQuota) {
    public Limits {
      ConfigValidator.of("report_parsing.limits")
          .range("max_file_bytes", maxFileBytes, 0, 1 << 30)
          .range("max_files", maxFiles, 0, 100)
          .range("max_total_bytes", maxTotalBytes, 0, 1 << 30)
          .range("max_pages", maxPages, 0, 1000)
          .range("sandbox_job_quota", sandboxJobQuota, 0, 1_000_000_000)
          .done();
    }
  }

  /**
   * @param perTeam uploads of one team at once on this node; more get 429
   * @param patience how long an upload may be waited for in all, however little comes
   * @param pace bytes in a second that earn it more time
   * @param storing uploads that write to the database at once; the others hold no connection
   * @param storeWait how long an upload waits for that before it is told to come again
   */
  public record Intake(int perTeam, Duration patience, int pace, int storing, Duration storeWait) {
    public Intake {
      ConfigValidator.of("report_parsing.intake")
          .range("per_team", perTeam, 1, 1000)
          .atLeast("patience", patience, Duration.ofMillis(100))
          .range("pace", pace, 1, 1 << 30)
          .range("storing", storing, 1, 100)
          .atLeast("store_wait", storeWait, Duration.ofMillis(1))
          .done();
    }
  }

  /**
   * @param count child processes that read at once
   * @param memoryBytes that one of them may take, pixels of pages included
   * @param maxPixels of an image
   * @param pageLimit how long it may take over one page
   * @param inspectLimit how long it may look at a file that is being uploaded
   */
  public record Readers(
      int count, long memoryBytes, long maxPixels, Duration pageLimit, Duration inspectLimit) {
    public Readers {
      ConfigValidator.of("report_parsing.readers")
          .range("count", count, 1, 64)
          .range("memory_bytes", memoryBytes, 64L << 20, 64L << 30)
          .range("max_pixels", maxPixels, 1_000_000, 1_000_000_000)
          .atLeast("page_limit", pageLimit, Duration.ofMillis(100))
          .atLeast("inspect_limit", inspectLimit, Duration.ofMillis(100))
          .done();
    }
  }

  /**
   * @param minConfidence a result that is read with less is doubtful
   * @param limit how long it may take to understand what was read of one report
   */
  public record Meaning(double minConfidence, Duration limit) {
    public Meaning {
      ConfigValidator.of("report_parsing.meaning")
          .atLeast("limit", limit, Duration.ofMillis(10))
          .done();
      share("report_parsing.meaning.min_confidence", minConfidence);
    }
  }

  /**
   * @param matcher whether names are matched to codes at all
   * @param table file of a LOINC table; empty = the one that comes along
   * @param autoScore from which on the first candidate is taken
   * @param autoMargin by which it must lead
   * @param reviewScore from which on candidates are named at all
   */
  public record Loinc(
      boolean matcher, String table, double autoScore, double autoMargin, double reviewScore) {
    public Loinc {
      share("report_parsing.loinc.auto_score", autoScore);
      share("report_parsing.loinc.auto_margin", autoMargin);
      share("report_parsing.loinc.review_score", reviewScore);
    }
  }

  /**
   * @param lease how long a report stays in a reviewer's hands without a sign of life
   * @param linkLife by when a link to the page must be opened, unless its maker says otherwise
   * @param longestLink the most that its maker may say
   * @param sessionLife of a session, counted from the opening of its link
   */
  public record Review(
      Duration lease, Duration linkLife, Duration longestLink, Duration sessionLife) {
    /** A link that nobody can open in time is of no use. */
    public static final Duration SHORTEST_LINK = Duration.ofSeconds(30);

    public Review {
      ConfigValidator.of("report_parsing.review")
          .between("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1))
          .between("longest_link", longestLink, SHORTEST_LINK, Duration.ofDays(30))
          .between("link_life", linkLife, SHORTEST_LINK, longestLink)
          .between("session_life", sessionLife, Duration.ofSeconds(1), Duration.ofDays(1))
          .done();
    }
  }

  private static void share(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + ": must be 0..1, is " + value);
    }
  }

  /** The limits that hold: those that are named, the others by the preset. */
  public Limits inForce() {
    Limits base = preset.equals("reference") ? REFERENCE : SEED;
    long file = limits.maxFileBytes() > 0 ? limits.maxFileBytes() : base.maxFileBytes();
    // The sum follows the one file, unless the preset or the settings know better.
    long total = Math.max(file, base.maxTotalBytes());
    if (base == SEED) {
      total = file;
    }
    return new Limits(
        file,
        or(limits.maxFiles(), base.maxFiles()),
        limits.maxTotalBytes() > 0 ? limits.maxTotalBytes() : total,
        or(limits.maxPages(), base.maxPages()),
        or(limits.sandboxJobQuota(), base.sandboxJobQuota()));
  }

  private static int or(int named, int preset) {
    return named > 0 ? named : preset;
  }
}
