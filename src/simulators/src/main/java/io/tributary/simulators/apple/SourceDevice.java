package io.tributary.simulators.apple;

/** Device or app that writes into a phone's health data. */
enum SourceDevice {
  WATCH(
      " sourceName=\"Kim&apos;s Apple Watch\" sourceVersion=\"10.3\" device=\"&lt;&lt;HKDevice:"
          + " 0x283a10f00&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch,"
          + " hardware:Watch6,1, software:10.3&gt;\""),
  PHONE(
      " sourceName=\"Kim&apos;s iPhone\" sourceVersion=\"17.2\" device=\"&lt;&lt;HKDevice:"
          + " 0x283a11180&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone,"
          + " hardware:iPhone13,2, software:17.2&gt;\""),
  DIARY(" sourceName=\"Meal Diary\" sourceVersion=\"4\""),
  SCALE(" sourceName=\"Scale\" sourceVersion=\"2\"");

  /** XML attributes that identify the source in a record. */
  final String attributes;

  SourceDevice(String attributes) {
    this.attributes = attributes;
  }
}
