# The peer HTTP::OAI (Debian: libhttp-oai-perl): harvests a list into its own model and prints identifiers.
# Arguments: base URL, records to stop after.
use strict;
use warnings;
use HTTP::OAI;

my ($url, $most) = @ARGV;
my $harvester = HTTP::OAI::Harvester->new(baseURL => $url, resume => 1);
my $list = $harvester->ListRecords(metadataPrefix => 'oai_dc');
my $count = 0;
while (my $record = $list->next) {
    print $record->identifier, "\n";
    last if ++$count >= $most;
}
die $list->message if $list->is_error;
