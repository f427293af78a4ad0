package io.tributary.db;

/** Address of the database without credentials, for messages to the operator. */
public final class DatabaseAddress {
  private DatabaseAddress() {}

  /**
   * Returns {@code host:port/database}; several hosts are separated by commas.
   *
   * @param url database URL, which contains a password
   */
  public static String of(String url) {
    return HostSelector.of(url).address();
  }
}
