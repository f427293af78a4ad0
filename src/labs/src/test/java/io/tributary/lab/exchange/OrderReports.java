package io.tributary.lab.exchange;

import io.tributary.lab.order.OrderRow;

/** Results for the orders of these tests. */
final class OrderReports {
  private OrderReports() {}

  /** Builds final results of both tests, with the order numbers in the given segments. */
  static String of(String sample, String orc, String obr, String spm, String id) {
    StringBuilder out = new StringBuilder(ScriptedLab.head("ORU^R01", id));
    out.append("PID|1||1||Example^Ada||19900517|F\r");
    String[] codes = {"004094^Ferritin^L", "008667^Comprehensive Metabolic Panel^L"};
    for (int i = 1; i <= codes.length; i++) {
      out.append(orc.replace("#", sample).replace("%", "" + i));
      out.append("OBR|" + i + "|" + obr.replace("#", sample).replace("%", "" + i));
      out.append("||" + codes[i - 1] + "|||20260101100000|||||||||||||||20260102100000|||F\r");
      out.append("OBX|1|NM|" + codes[i - 1] + "||50|ng/mL|10-100||||F\r");
      out.append(spm.replace("#", sample));
    }
    return out.toString();
  }

  /** Builds a report in the most common format. */
  static String of(OrderRow order, String sample, String id) {
    return of(sample, "ORC|RE|#-%||#\r", "#-%", "", id);
  }
}
