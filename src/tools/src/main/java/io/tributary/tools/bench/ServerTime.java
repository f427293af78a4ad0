package io.tributary.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time of a database server, including its terminated connections. */
final class ServerTime {
  private static final double TICKS = 100;

  private ServerTime() {}

  static double seconds(long pid) {
    double all = of(pid, true);
    for (ProcessHandle child :
        ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children).toList()) {
      all += of(child.pid(), false);
    }
    return all;
  }

  private static double of(long pid, boolean withEnded) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] f = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      double own = Long.parseLong(f[11]) + Long.parseLong(f[12]);
      return (own + (withEnded ? Long.parseLong(f[13]) + Long.parseLong(f[14]) : 0)) / TICKS;
    } catch (IOException ended) {
      return 0;
    }
  }
}
