package io.tributary.read;

import io.tributary.sampleblock.SampleBlock;

/** Block with its series and slot. */
record StoredBlock(int series, int slot, SampleBlock block) {}
