package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/** A separate Java process that locks a data directory until it is killed. */
final class DataDirectoryProcess {
  private DataDirectoryProcess() {}

  public static void main(String[] args) throws IOException, DataDirectoryInUse {
    try (var lock = DataDirectory.lock(Path.of(args[0]))) {
      System.out.println("locked");
      System.in.read();
    }
  }

  static Process launch(Path dir) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            DataDirectoryProcess.class.getName(),
            dir.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
