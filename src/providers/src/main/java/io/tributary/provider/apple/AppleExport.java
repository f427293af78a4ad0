package io.tributary.provider.apple;

/** Constants of the Apple Health export. */
public final class AppleExport {
  public static final String SLUG = "apple_health_kit";

  /** Version of the mapping; it changes when the same file produces different records. */
  public static final String MAPPING = "apple_export/1";

  private AppleExport() {}
}
