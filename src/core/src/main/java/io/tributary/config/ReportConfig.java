package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of lab report parsing.
 *
 * @param preset limits that apply where {@link #limits} sets none: {@code seed} or {@code
 *     reference}
 * @param limits upload limits; 0 = value of the preset
 * @param fileRetentionDays retention of files after their upload, in days
 * @param maxUploads concurrent uploads per node; more get 503
 * @param minFreeBytes disk space in bytes that uploads leave free
 * @param concurrency jobs that a node has claimed at a time
 * @param lockTtl lease of a claimed job, extended by heartbeats
 * @param claimInterval poll interval for waiting jobs, besides wake-ups
 * @param maxAttempts interrupted attempts after which a job fails
 * @param retrySchedule pauses after the first, second, … interrupted attempt
 * @param readTimeout time limit of a reader for one report
 * @param maxEventBytes size limit of an event body; a larger event omits the results
 * @param upload limits that divide a node among uploads
 * @param readers reader processes
 * @param interpretation confidence thresholds of the interpretation
 * @param loinc matching of printed names to LOINC codes
 * @param review manual review of parsed reports
 */
public record ReportConfig(
    String preset,
    Limits limits,
    int fileRetentionDays,
    int maxUploads,
    long minFreeBytes,
    int concurrency,
    Duration lease,
    Duration claimInterval,
    int maxAttempts,
    List<Duration> retrySchedule,
    Duration readTimeout,
    int maxEventBytes,
    Upload upload,
    Readers readers,
    Interpretation interpretation,
    Loinc loinc,
    Review review) {
  private static final Limits SEED = new Limits(10L << 20, 1, 10L << 20, 30, 300);
  private static final Limits REFERENCE = new Limits(30L << 20, 8, 30L << 20, 30, 300);

  public ReportConfig {
    retrySchedule = List.copyOf(retrySchedule);
    ConfigValidator.of("report")
        .matches("preset", preset, "seed|reference")
        .range("file_retention_days", fileRetentionDays, 1, 36_500)
        .range("max_uploads", maxUploads, 1, 1000)
        .range("min_free_bytes", minFreeBytes, 0, Long.MAX_VALUE)
        .range("concurrency", concurrency, 1, 64)
        .atLeast("lease", lease, Duration.ofMillis(200))
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .range("max_attempts", maxAttempts, 1, 100)
        .range("retry_schedule (number of entries)", retrySchedule.size(), 1, 100)
        .atLeast("read_timeout", readTimeout, Duration.ofMillis(100))
        .range("max_event_bytes", maxEventBytes, 1024, 1 << 30)
        .throwIfInvalid();
  }

  /**
   * Upload limits.
   *
   * @param maxFileBytes size limit of a file
   * @param maxFiles files per report; several files are images of one page each
   * @param maxTotalBytes size limit of all files of a report
   * @param maxPages pages of a PDF
   * @param sandboxJobQuota jobs of a team in the sandbox that have not failed
   */
  public record Limits(
      long maxFileBytes, int maxFiles, long maxTotalBytes, int maxPages, int sandboxJobQuota) {
    public Limits {
      ConfigValidator.of("report.limits")
          .range("max_file_bytes", maxFileBytes, 0, 1 << 30)
          .range("max_files", maxFiles, 0, 100)
          .range("max_total_bytes", maxTotalBytes, 0, 1 << 30)
          .range("max_pages", maxPages, 0, 1000)
          .range("sandbox_job_quota", sandboxJobQuota, 0, 1_000_000_000)
          .throwIfInvalid();
    }
  }

  /**
   * Limits that divide a node among uploads.
   *
   * @param maxUploadsPerTeam concurrent uploads per team and node; more get 429
   * @param baseTimeout total time that the node waits for data of an upload, however little arrives
   * @param minBytesPerSecond received bytes that extend this time by one second
   * @param maxConcurrentWrites uploads that write to the database concurrently; the others hold no
   *     connection
   * @param writeQueueTimeout how long an upload waits to write before the client is asked to retry
   */
  public record Upload(
      int maxUploadsPerTeam,
      Duration baseTimeout,
      int minBytesPerSecond,
      int maxConcurrentWrites,
      Duration writeQueueTimeout) {
    public Upload {
      ConfigValidator.of("report.upload")
          .range("max_uploads_per_team", maxUploadsPerTeam, 1, 1000)
          .atLeast("base_timeout", baseTimeout, Duration.ofMillis(100))
          .range("min_bytes_per_second", minBytesPerSecond, 1, 1 << 30)
          .range("max_concurrent_writes", maxConcurrentWrites, 1, 100)
          .atLeast("write_queue_timeout", writeQueueTimeout, Duration.ofMillis(1))
          .throwIfInvalid();
    }
  }

  /**
   * Resources of the reader processes.
   *
   * @param count concurrent child processes
   * @param memoryBytes memory limit of one process, including the pixels of pages
   * @param maxPixels pixels of an image
   * @param pageTimeout time limit per page
   * @param inspectionTimeout time limit for inspecting a file during its upload
   */
  public record Readers(
      int count,
      long memoryBytes,
      long maxPixels,
      Duration pageTimeout,
      Duration inspectionTimeout) {
    public Readers {
      ConfigValidator.of("report.readers")
          .range("count", count, 1, 64)
          .range("memory_bytes", memoryBytes, 64L << 20, 64L << 30)
          .range("max_pixels", maxPixels, 1_000_000, 1_000_000_000)
          .atLeast("page_timeout", pageTimeout, Duration.ofMillis(100))
          .atLeast("inspection_timeout", inspectionTimeout, Duration.ofMillis(100))
          .throwIfInvalid();
    }
  }

  /**
   * Settings of the interpretation of results.
   *
   * @param minConfidence a result below this confidence is doubtful
   * @param timeout time limit for interpreting one report
   */
  public record Interpretation(double minConfidence, Duration timeout) {
    public Interpretation {
      ConfigValidator.of("report.interpretation")
          .atLeast("timeout", timeout, Duration.ofMillis(10))
          .throwIfInvalid();
      requireFraction("report.interpretation.min_confidence", minConfidence);
    }
  }

  /**
   * Settings of LOINC matching.
   *
   * @param matcher whether names are matched to codes
   * @param table file of a LOINC table; empty = the bundled table
   * @param autoScore minimum score at which the best candidate is accepted
   * @param autoMargin minimum lead of the best candidate
   * @param reviewScore minimum score at which candidates are listed
   */
  public record Loinc(
      boolean matcher, String table, double autoScore, double autoMargin, double reviewScore) {
    public Loinc {
      requireFraction("report.loinc.auto_score", autoScore);
      requireFraction("report.loinc.auto_margin", autoMargin);
      requireFraction("report.loinc.review_score", reviewScore);
    }
  }

  /**
   * Settings of report review.
   *
   * @param lockTtl how long a report stays assigned to a reviewer without activity
   * @param linkTtl default lifetime of a review link, until it is opened
   * @param maxLinkTtl longest lifetime that the creator of a link may request
   * @param sessionTtl lifetime of a session, from the opening of its link
   */
  public record Review(
      Duration lockTtl, Duration linkTtl, Duration maxLinkTtl, Duration sessionTtl) {
    /** Shortest lifetime of a link, so that a person has time to open it. */
    public static final Duration MIN_LINK_LIFETIME = Duration.ofSeconds(30);

    public Review {
      ConfigValidator.of("report.review")
          .between("lock_ttl", lockTtl, Duration.ofSeconds(1), Duration.ofDays(1))
          .between("max_link_ttl", maxLinkTtl, MIN_LINK_LIFETIME, Duration.ofDays(30))
          .between("link_ttl", linkTtl, MIN_LINK_LIFETIME, maxLinkTtl)
          .between("session_ttl", sessionTtl, Duration.ofSeconds(1), Duration.ofDays(1))
          .throwIfInvalid();
    }
  }

  private static void requireFraction(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + ": must be 0..1, is " + value);
    }
  }

  /**
   * Returns the effective limits: the configured ones, and the preset for limits that are not
   * configured.
   */
  public Limits effectiveLimits() {
    Limits base = preset.equals("reference") ? REFERENCE : SEED;
    long file = limits.maxFileBytes() > 0 ? limits.maxFileBytes() : base.maxFileBytes();
    // Unless configured, the total follows the file limit: equal to it in the seed preset,
    // otherwise at least the preset's total.
    long total = Math.max(file, base.maxTotalBytes());
    if (base == SEED) {
      total = file;
    }
    return new Limits(
        file,
        orPreset(limits.maxFiles(), base.maxFiles()),
        limits.maxTotalBytes() > 0 ? limits.maxTotalBytes() : total,
        orPreset(limits.maxPages(), base.maxPages()),
        orPreset(limits.sandboxJobQuota(), base.sandboxJobQuota()));
  }

  private static int orPreset(int named, int preset) {
    return named > 0 ? named : preset;
  }
}
