package io.tributary.report.meaning;

/** Signs that are printed in several ways, as one. */
final class Signs {
  private Signs() {}

  static String plain(String text) {
    String out =
        text.replace('≤', '\u0001')
            .replace('⩽', '\u0001')
            .replace('≥', '\u0002')
            .replace('⩾', '\u0002')
            .replace("\u0001", "<=")
            .replace("\u0002", ">=")
            .replace('–', '-')
            .replace('—', '-')
            .replace('−', '-')
            .replace('‐', '-')
            .replace('‑', '-')
            .replace('‒', '-')
            .replace('﹣', '-')
            .replace('－', '-')
            .replace('＜', '<')
            .replace('＞', '>')
            .replace('×', 'x')
            .replace('～', '~')
            .replace('∼', '~')
            .replace('≈', '~');
    return out.replace('\u00a0', ' ').replace('\u202f', ' ').replace('\u2009', ' ').strip();
  }
}
